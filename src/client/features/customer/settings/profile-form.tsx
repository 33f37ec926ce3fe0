import { Button } from '@/client/components/button';
import { BoatFields, ContactFields } from '@/client/components/contact-fields';
import { EmailProof } from '@/client/components/email-proof';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { LeaveGuard } from '@/client/components/leave-guard';
import { MeanwhilePanel } from '@/client/components/meanwhile-panel';
import { Panel } from '@/client/components/panel';
import { TextInput } from '@/client/components/text-input';
import { nextValues, useFollowing, useMeanwhile } from '@/client/components/use-meanwhile';
import { useZodForm } from '@/client/components/use-zod-form';
import { PROFILE_FACTS, profileRead } from '@/client/lib/profile-read';
import type { Me } from '@/client/lib/session';
import { accountProfileSchema } from '@/domain/account/profile';
import { formatPhone } from '@/domain/phone';
import { toastProfileFailed, useSaveProfile } from './use-save-profile';

/** The Profile tab: who the customer is, where they live, and their boat. */
export function ProfileForm({ me }: { me: Me }) {
  const save = useSaveProfile('Your profile has been saved.');
  const meanwhile = useMeanwhile(profileRead(me), nextValues);
  const form = useZodForm(accountProfileSchema, {
    // The boat of the profile follows the list of boats; what is being typed stays.
    values: {
      fullName: me.fullName ?? '',
      email: me.email ?? '',
      phone: formatPhone(me.phone ?? ''),
      address: me.address ?? '',
      boatName: me.boatName ?? '',
      boatType: me.boatType ?? '',
      currentPassword: '',
    },
    resetOptions: { keepDirtyValues: true },
    send: async (typed) => {
      const { currentPassword, ...profile } = typed;
      const saved = await save({
        ...profile,
        ...(currentPassword && { currentPassword }),
        read: meanwhile.read(),
      });
      // A new address shows once it is confirmed.
      form.setValue('email', saved.email ?? '');
      form.setValue('currentPassword', '');
      form.reset(form.getValues());
    },
    onFailed: (problem) => {
      if (!meanwhile.notice(problem)) toastProfileFailed(problem);
    },
  });
  const { register, errors } = form;
  useFollowing(meanwhile, profileRead(me), form.formState.isDirty);
  return (
    <Panel title="Profile" icon="user">
      <Form form={form} className="grid gap-4 sm:grid-cols-2">
        <MeanwhilePanel meanwhile={meanwhile} facts={PROFILE_FACTS} />
        <div className="sm:col-span-2 empty:hidden">
          <EmailProof me={me} />
        </div>
        <Field label="Full Name" error={errors.fullName?.message} required>
          <TextInput {...register('fullName')} autoComplete="name" autoCapitalize="words" />
        </Field>
        <ContactFields me={me} />
        <Field label="Address" error={errors.address?.message} optional>
          <TextInput {...register('address')} autoComplete="street-address" />
        </Field>
        <BoatFields />
        <div className="sm:col-span-2">
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyText="Updating..."
          >
            Update Profile
          </Button>
        </div>
      </Form>
      <LeaveGuard
        when={form.formState.isDirty}
        description="Your changes to the profile are not saved yet."
      />
    </Panel>
  );
}
