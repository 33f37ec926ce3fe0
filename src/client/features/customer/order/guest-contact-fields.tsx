import { Button } from '@/client/components/button';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import type { OrderFormState } from './use-order-form';

type GuestContactFieldsProps = {
  form: OrderFormState;
  /** Opens the account dialog, for a person with an account. */
  onAccount: () => unknown;
};

/** How a visitor is reached, in place of an account: a phone number is enough. */
export function GuestContactFields({ form, onAccount }: GuestContactFieldsProps) {
  const { register, errors } = form;
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Your phone"
        hint="The driver calls this number if anything is unclear at the dock."
        error={errors.customerPhone?.message}
        aside={
          <Button variant="ghost" size="sm" className="-me-2" onClick={onAccount}>
            I have an account
          </Button>
        }
      >
        <TextInput
          {...register('customerPhone')}
          type="tel"
          autoComplete="tel"
          icon="phone"
          maxLength={40}
        />
      </Field>
      <Fold
        title="Get the link and the receipt by email"
        icon="mail"
        isFilled={form.watch('customerEmail') !== ''}
      >
        <Field
          label="Your email"
          optional
          hint="For messages about this delivery alone."
          error={errors.customerEmail?.message}
        >
          <TextInput
            {...register('customerEmail')}
            type="email"
            autoComplete="email"
            icon="mail"
            maxLength={200}
          />
        </Field>
      </Fold>
    </div>
  );
}
