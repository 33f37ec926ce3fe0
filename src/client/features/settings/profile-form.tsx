import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldPath, useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { TextInput } from '@/client/components/text-input';
import type { Me } from '@/client/lib/session';
import { accountProfileSchema } from '@/domain/account/profile';
import { useSaveProfile } from './use-save-profile';

const NAMES = ['fullName', 'email', 'phone', 'address', 'boatName', 'boatType'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const isField = (name: string | null): name is FieldPath<Values> =>
  NAMES.some((known) => known === name);

/** The Profile tab: who the customer is, where they live, and their boat. */
export function ProfileForm({ me }: { me: Me }) {
  const save = useSaveProfile();
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(accountProfileSchema),
    // The boat of the profile follows the list of boats; what is being typed stays.
    values: Object.fromEntries(NAMES.map((name) => [name, me[name] ?? ''])) as Values,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    const problem = await save(values, 'Your profile has been saved.');
    if (problem === null) reset(values);
    else if (isField(problem.field)) {
      setError(problem.field, { message: problem.message }, { shouldFocus: true });
    }
  });

  return (
    <Panel title="Profile" icon="user">
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Full Name" error={errors.fullName?.message} required>
          <TextInput {...register('fullName')} autoComplete="name" autoCapitalize="words" />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Field label="Phone" error={errors.phone?.message} required>
          <TextInput {...register('phone')} type="tel" autoComplete="tel" />
        </Field>
        <Field label="Address" error={errors.address?.message} optional>
          <TextInput {...register('address')} autoComplete="street-address" />
        </Field>
        <Field label="Boat Name" error={errors.boatName?.message} optional>
          <TextInput {...register('boatName')} icon="boat" />
        </Field>
        <Field label="Boat Type" error={errors.boatType?.message} optional>
          <TextInput {...register('boatType')} />
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" variant="main" busy={isSubmitting} busyText="Updating...">
            Update Profile
          </Button>
        </div>
      </form>
    </Panel>
  );
}
