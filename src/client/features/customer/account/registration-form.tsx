import { useEffect } from 'react';
import { FUEL_CHOICES } from '@/client/appointment/choices';
import { Button } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { RadioCards } from '@/client/components/form/radio-cards';
import { PasswordInput, TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { readContact } from '@/client/lib/contact-store';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { PASSWORD_MIN, registrationSchema } from '@/domain/account/sign-in.schema';
import { formatPhone, TEXTS_HINT } from '@/domain/phone';
import { addedText } from './added-text';

type RegistrationFormProps = {
  onSignedIn: () => void;
  /** Called with true while the form has unsaved text. */
  onFilling: (isFilling: boolean) => void;
};

/** Asks for everything an account needs. Every field is required. */
export function RegistrationForm({ onSignedIn, onFilling }: RegistrationFormProps) {
  const create = trpc.auth.register.useMutation();
  const switchUser = useSwitchUser();
  // The guest's contact details are filled in, because a guest's delivery is only added to an
  // account with the same phone number.
  const { email = '', phone = '' } = readContact(null);
  const form = useZodForm(registrationSchema, {
    defaultValues: {
      fullName: '',
      username: '',
      email,
      phone: formatPhone(phone),
      homeAddress: '',
      password: '',
      preferredFuelType: 'Regular',
    },
    send: async (typed) => {
      const user = await create.mutateAsync(typed);
      switchUser(user);
      toastSuccess(
        'Account Created',
        ['You’re signed in and ready to schedule.', ...addedText(user.guestDeliveries.added)].join(
          ' ',
        ),
      );
      onSignedIn();
    },
    onFailed: ({ message }) => toastError('Registration Failed', message),
  });
  const { register, errors } = form;
  const guestDeliveries = trpc.booking.list.useQuery().data ?? [];
  const { isDirty } = form.formState;
  useEffect(() => {
    onFilling(isDirty);
    return () => onFilling(false);
  }, [isDirty, onFilling]);

  return (
    <Form form={form}>
      <Field label="Full Name" error={errors.fullName?.message} required>
        <TextInput {...register('fullName')} autoComplete="name" autoCapitalize="words" />
      </Field>
      <Field label="Username" error={errors.username?.message} required>
        <TextInput {...register('username')} autoComplete="username" verbatim />
      </Field>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field
        label="Phone"
        hint={
          guestDeliveries.length > 0
            ? 'To add a delivery you booked in this browser, use the same phone number.'
            : TEXTS_HINT
        }
        error={errors.phone?.message}
        required
      >
        <TextInput {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Home Address" error={errors.homeAddress?.message} required>
        <TextInput {...register('homeAddress')} autoComplete="street-address" />
      </Field>
      <Field
        label="Password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={errors.password?.message}
        required
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <RadioCards
        legend="Preferred Fuel Type"
        options={FUEL_CHOICES}
        error={errors.preferredFuelType?.message}
        {...register('preferredFuelType')}
      />
      <Button
        type="submit"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Creating account…"
      >
        Create Account
      </Button>
    </Form>
  );
}
