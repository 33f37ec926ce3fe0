import { useFormState } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Stepper } from '@/client/components/form/stepper';
import { bagsError } from './bags-error';

const LABELS = { smallIceBags: 'Small Ice Bags', largeIceBags: 'Large Ice Bags' } as const;

type BagsFieldsProps = {
  /** Adds a button for each number up to this one. Without it, the number is typed. */
  most?: number;
};

/** Shows a form field for each size of ice bag that we sell. */
export function BagsFields({ most }: BagsFieldsProps) {
  const { errors } = useFormState();
  return (['smallIceBags', 'largeIceBags'] as const).map((name) => {
    const label = LABELS[name];
    const { message } = errors[name] ?? {};
    return (
      <Field
        key={name}
        label={label}
        error={bagsError(name, typeof message === 'string' ? message : undefined)}
      >
        {most === undefined ? (
          <NumberInput name={name} />
        ) : (
          <Stepper name={name} noun={label.toLowerCase()} max={most} className="w-full" />
        )}
      </Field>
    );
  });
}
