import { useFormContext } from 'react-hook-form';
import type { Me } from '@/client/lib/session';
import { isSameEmail } from '@/domain/account/email';
import { Field } from './field';
import { PasswordInput } from './text-input';

/**
 * Asks for the current password once the person types another email address. Staff verify their
 * identity when they save instead.
 */
export function PasswordAgain({ me }: { me: Me }) {
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
