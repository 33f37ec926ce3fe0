import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { MAX_PROMO_NOTE_LENGTH, promoChangeSchema } from '@/domain/pricing/promo-change.schema';

export type Promo = Outputs['admin']['promoCodes'][number];

/** Edits the staff note of a code. The code can't change, because appointments were booked with it. */
export function PromoDialog({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const utils = trpc.useUtils();
  const editing = trpc.admin.editPromoCode.useMutation();
  const conflict = useEditConflict({ note: promo.note }, nextValues);
  const form = useZodForm(promoChangeSchema, {
    defaultValues: { code: promo.code, note: promo.note ?? '' },
    send: async (typed) => {
      await editing.mutateAsync({ ...typed, read: conflict.read() });
      toastSuccess('Test Code Saved');
      await utils.admin.promoCodes.invalidate();
      onClose();
    },
    conflict,
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${promo.code}`}
      submitLabel="Save Code"
      busyText="Saving…"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={{ note: { label: 'Note' } }} />
      <Field label="Note" optional error={form.errors.note?.message} hint="Only staff see it.">
        <TextInput {...form.register('note')} data-autofocus maxLength={MAX_PROMO_NOTE_LENGTH} />
      </Field>
    </FormDialog>
  );
}
