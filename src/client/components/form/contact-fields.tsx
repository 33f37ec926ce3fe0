import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Me } from '@/client/lib/session';
import { isSameEmail } from '@/domain/account/email';
import type { profileSchema } from '@/domain/account/profile';
import { TEXTS_HINT } from '@/domain/phone';
import { Field } from './field';
import { PasswordInput, TextInput } from './text-input';

/** Shows the customer's email and phone, and asks for the password if the email changes. */
export function ContactFields({ me }: { me: Me }) {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  const { errors } = formState;
  return (
    <>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <PasswordAgain me={me} />
      <Field label="Phone" hint={TEXTS_HINT} error={errors.phone?.message} required>
        <TextInput {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
    </>
  );
}

/** Shows the name and the type of the customer's boat. */
export function BoatFields() {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  const { errors } = formState;
  return (
    <>
      <Field label="Boat Name" error={errors.boatName?.message} optional>
        <TextInput {...register('boatName')} icon="boat" />
      </Field>
      <Field label="Boat Type" error={errors.boatType?.message} optional>
        <TextInput {...register('boatType')} />
      </Field>
    </>
  );
}

/**
 * Asks for the current password if the person types another email address. Staff verify their
 * identity when they save instead.
 */
function PasswordAgain({ me }: { me: Me }) {
  const { register, watch, formState } = useFormContext<{
    email?: string;
    currentPassword?: string;
  }>();
  if (me.role !== 'customer' || isSameEmail(watch('email') ?? '', me.email)) return null;
  return (
    <Field
      label="Current Password"
      hint="Needed to change your email address."
      error={formState.errors.currentPassword?.message}
      required
    >
      <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
    </Field>
  );
}
