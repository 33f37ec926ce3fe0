import { Button } from '@/client/components/button';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { TEXTS_HINT } from '@/domain/phone';
import type { OrderFormState } from './use-order-form';

type GuestContactFieldsProps = {
  form: OrderFormState;
  /** Opens the sign-in for a person with an account. */
  onAccount: () => unknown;
};

/** Asks a visitor for contact details. A phone number is enough. */
export function GuestContactFields({ form, onAccount }: GuestContactFieldsProps) {
  const { register, errors } = form;
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Your Phone"
        hint={TEXTS_HINT}
        error={errors.customerPhone?.message}
        aside={
          <Button variant="ghost" size="sm" className="-me-2" onClick={onAccount}>
            I Have an Account
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
        title="Get the link and receipt by email"
        icon="mail"
        isFilled={form.watch('customerEmail') !== ''}
      >
        <Field
          label="Your Email"
          optional
          hint="We’ll only email you about this delivery."
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
