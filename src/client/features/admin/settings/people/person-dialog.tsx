import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { OFFICE_ROLES, type OfficeRole } from '@/domain/staff/areas';
import { OFFICE_ROLE_HINTS, OFFICE_ROLE_LABELS } from '@/domain/staff/people';
import {
  invitationSchema,
  newInvitationSchema,
  roleChangeSchema,
} from '@/domain/staff/people.schema';

export type Person = Outputs['admin']['people'][number];
export type PersonDialogKind = 'invite' | 'reinvite' | 'role';

type PersonDialogProps = { kind: PersonDialogKind; person: Person | null; onClose: () => void };

/** Invites someone, or changes an invitation or a role. */
export function PersonDialog({ kind, person, onClose }: PersonDialogProps) {
  if (person === null) return <InviteDialog onClose={onClose} />;
  return kind === 'role' ? (
    <RoleDialog person={person} onClose={onClose} />
  ) : (
    <ReinviteDialog person={person} onClose={onClose} />
  );
}

const ROLE_OPTIONS = OFFICE_ROLES.map((role) => ({ value: role, label: OFFICE_ROLE_LABELS[role] }));
const hintOf = (role: string) => OFFICE_ROLE_HINTS[role as OfficeRole];

const nameOf = ({ fullName, username }: Person) => fullName || username;

/** @returns a function that reports a change and closes the dialog after the list reloads */
function useSaved(onClose: () => void) {
  const utils = trpc.useUtils();
  return async (title: string, text?: string) => {
    toastSuccess(title, text);
    await utils.admin.people.invalidate();
    onClose();
  };
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const inviting = trpc.admin.invitePerson.useMutation();
  const saved = useSaved(onClose);
  const form = useZodForm(invitationSchema, {
    defaultValues: { fullName: '', username: '', email: '', role: 'dispatcher' },
    send: async (typed) => {
      await inviting.mutateAsync(typed);
      await saved('Invitation Sent', `We’re sending it to ${typed.email.trim()}.`);
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      title="Invite person"
      description="We’ll email them a link to set a password. It works for 7 days."
      submitLabel="Send Invitation"
      busyText="Sending…"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <Field label="Name" error={errors.fullName?.message} required>
        <TextInput {...register('fullName')} icon="user" autoComplete="off" />
      </Field>
      <Field label="Username" error={errors.username?.message} required>
        <TextInput {...register('username')} autoComplete="off" verbatim />
      </Field>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput {...register('email')} icon="mail" type="email" autoComplete="off" />
      </Field>
      <Field label="Role" error={errors.role?.message} hint={hintOf(form.watch('role'))} required>
        <Select {...register('role')} options={ROLE_OPTIONS} />
      </Field>
    </FormDialog>
  );
}

function ReinviteDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const inviting = trpc.admin.reinvitePerson.useMutation();
  const saved = useSaved(onClose);
  const form = useZodForm(newInvitationSchema, {
    defaultValues: { id: person.id, email: person.email ?? '', role: person.role },
    send: async (typed) => {
      await inviting.mutateAsync(typed);
      await saved('Invitation Sent', `We’re sending it to ${typed.email.trim()}.`);
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={`Invite ${nameOf(person)} again`}
      description="We’ll email them a new link that works for 7 days. Earlier links will stop working."
      submitLabel="Send Invitation"
      busyText="Sending…"
      onClose={onClose}
    >
      <Field label="Email" error={errors.email?.message} required>
        <TextInput {...register('email')} icon="mail" type="email" autoComplete="off" />
      </Field>
      <Field label="Role" error={errors.role?.message} hint={hintOf(form.watch('role'))} required>
        <Select {...register('role')} options={ROLE_OPTIONS} />
      </Field>
    </FormDialog>
  );
}

function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const changing = trpc.admin.changePersonRole.useMutation();
  const saved = useSaved(onClose);
  const form = useZodForm(roleChangeSchema, {
    defaultValues: { id: person.id, role: person.role, read: person.role },
    send: async (typed) => {
      await changing.mutateAsync(typed);
      await saved('Role Changed');
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={`Change the role of ${nameOf(person)}`}
      description="They’ll be signed out everywhere, and their API keys and calendar links will stop working for good."
      submitLabel="Change Role"
      busyText="Saving…"
      onClose={onClose}
    >
      <Field label="Role" error={errors.role?.message} hint={hintOf(form.watch('role'))} required>
        <Select {...register('role')} options={ROLE_OPTIONS} />
      </Field>
    </FormDialog>
  );
}
