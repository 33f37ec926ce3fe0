import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { EmailProof } from '@/client/components/email-proof';
import { BoatFields, ContactFields } from '@/client/components/form/contact-fields';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import {
  nextValues,
  useEditConflict,
  useFollowing,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { PROFILE_FACTS, profileRead } from '@/client/lib/profile-read';
import type { Me } from '@/client/lib/session';
import { accountProfileSchema } from '@/domain/account/profile';
import { formatPhone } from '@/domain/phone';
import { toastProfileFailed, useSaveProfile } from './use-save-profile';

/** Edits the customer's name, contact details, address, and boat. */
export function ProfileForm({ me }: { me: Me }) {
  const save = useSaveProfile('Your profile has been saved.');
  const conflict = useEditConflict(profileRead(me), nextValues);
  const form = useZodForm(accountProfileSchema, {
    // The profile's boat changes together with the list of boats, but typed values stay.
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
        read: conflict.read(),
      });
      // The field shows a new email address only once it's verified.
      form.setValue('email', saved.email ?? '');
      form.setValue('currentPassword', '');
      form.reset(form.getValues());
    },
    conflict,
    onFailed: (problem) => toastProfileFailed(problem),
  });
  const { register, errors } = form;
  useFollowing(conflict, profileRead(me), form.formState.isDirty);
  return (
    <Panel title="Profile" icon="user">
      <Form form={form} className="grid gap-4 sm:grid-cols-2">
        <EditConflictPanel conflict={conflict} facts={PROFILE_FACTS} />
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
            busyText="Updating…"
          >
            Update Profile
          </Button>
        </div>
      </Form>
      <LeaveGuard
        when={form.formState.isDirty}
        description="Your profile changes aren’t saved yet."
      />
    </Panel>
  );
}
