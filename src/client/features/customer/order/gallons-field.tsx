import { useFormState } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { NumberInput } from '@/client/components/number-input';
import { useTypedNumber } from '@/client/components/use-typed-number';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { MAX_GALLONS } from '@/domain/order/options';

const NAME = 'estimatedGallons';

/** Amounts for a thumb, in place of typing. */
const USUAL_GALLONS = ['10', '20', '30', '40'];

/** The gallons of the order: chosen with one press, or typed. */
export function GallonsField() {
  const { errors } = useFormState<TypedOrderForm>();
  const { field, type } = useTypedNumber({ name: NAME, most: MAX_GALLONS });
  return (
    <div className="flex flex-col gap-2">
      <Field label="Estimated Gallons" error={errors[NAME]?.message}>
        <NumberInput
          name={NAME}
          most={MAX_GALLONS}
          icon="fuel"
          after="gal"
          placeholder={`Enter gallons (0-${MAX_GALLONS})`}
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and this needs none on the screen. */}
      <div role="group" aria-label="Usual amounts" className="flex flex-wrap gap-2">
        {USUAL_GALLONS.map((gallons) => (
          <Button
            key={gallons}
            variant={field.value === gallons ? 'primary' : 'quiet'}
            aria-pressed={field.value === gallons}
            aria-label={`${gallons} gallons`}
            className="tabular min-w-12 flex-1 px-1"
            onClick={() => type(gallons)}
          >
            {gallons}
          </Button>
        ))}
      </div>
    </div>
  );
}
