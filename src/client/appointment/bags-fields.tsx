import { useFormState } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Stepper } from '@/client/components/form/stepper';
import { bagsError } from './bags-error';

const LABELS = { smallIceBags: 'Small ice bags', largeIceBags: 'Large ice bags' } as const;

type BagsFieldsProps = {
  /** Puts a button for a thumb at each side, up to this number; without it the number is typed. */
  most?: number;
};

/** The bags of ice of the form around them: a field for each size that is sold. */
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
