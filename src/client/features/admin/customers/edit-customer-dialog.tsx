import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { customerContactSchema } from '@/domain/account/customer-edit.schema';
import { isSameEmail } from '@/domain/account/email';
import { PROFILE_MESSAGES } from '@/domain/account/profile';
import { formatPhone } from '@/domain/phone';

type Customer = Outputs['admin']['customer']['customer'];

/** Can be corrected, but not removed. */
const CONTACTS = ['email', 'phone'] as const;

const FACTS = {
  fullName: { label: 'Name' },
  email: { label: 'Email' },
  phone: { label: 'Phone', text: (phone: unknown) => formatPhone(String(phone ?? '')) },
  address: { label: 'Address' },
};

/** Corrects a customer's name, contact details, and address. */
export function EditCustomerDialog({
  customer,
  onClose,
}: {
  customer: Customer;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.editCustomer.useMutation();
  const { id, fullName, email, phone, address } = customer;
  const conflict = useEditConflict({ fullName, email, phone, address }, nextValues);
  const form = useZodForm(customerContactSchema, {
    defaultValues: {
      fullName: fullName ?? '',
      email: email ?? '',
      phone: formatPhone(phone ?? ''),
      address: address ?? '',
    },
    send: async (typed) => {
      const cleared = CONTACTS.find((name) => customer[name] && !String(typed[name] ?? '').trim());
      if (cleared) {
        form.setError(cleared, { message: PROFILE_MESSAGES[cleared] }, { shouldFocus: true });
        return;
      }
      const saved = await saving.mutateAsync({ id, ...typed, read: conflict.read() });
      const isPending =
        typed.email !== undefined && isSameEmail(String(typed.email), saved.pendingEmail);
      toastSuccess(
        'Customer Saved',
        isPending
          ? `We’ll use ${saved.pendingEmail} once the customer signs in and verifies it.`
          : undefined,
      );
      await utils.admin.customer.invalidate({ id });
      onClose();
    },
    conflict,
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      title="Edit customer"
      submitLabel="Save Customer"
      busyText="Saving…"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <EditConflictPanel conflict={conflict} facts={FACTS} />
      <Field label="Name" error={errors.fullName?.message} required>
        <TextInput {...register('fullName')} icon="user" autoComplete="off" />
      </Field>
      <Field
        label="Phone"
        error={errors.phone?.message}
        hint="We’ll update open orders that have the old number."
        optional={!phone}
        required={Boolean(phone)}
      >
        <TextInput {...register('phone')} type="tel" icon="phone" autoComplete="off" />
      </Field>
      <Field
        label="Email"
        error={errors.email?.message}
        hint={
          customer.isGuest
            ? 'We’ll update open orders that have the old address.'
            : 'The customer has to sign in and verify a new address. Until then, we use the old one.'
        }
        optional={!email}
        required={Boolean(email)}
      >
        <TextInput {...register('email')} type="email" icon="mail" autoComplete="off" />
      </Field>
      {customer.isGuest ? null : (
        <Field label="Address" error={errors.address?.message} optional>
          <TextInput {...register('address')} icon="pin" autoComplete="off" maxLength={200} />
        </Field>
      )}
    </FormDialog>
  );
}
