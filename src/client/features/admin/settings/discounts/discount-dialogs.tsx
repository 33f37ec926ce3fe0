import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import type { FieldValue } from '@/domain/edit-conflict';
import { toDollars } from '@/domain/money';
import { discountChangeSchema, newDiscountSchema } from '@/domain/pricing/discounts.schema';
import { MAX_PROMO_CODE_LENGTH } from '@/domain/pricing/promos';
import { DISCOUNT_FACTS, type Discount, DiscountFields, termsOf } from './discount-fields';

/** Creates a discount. */
export function AddDiscountDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addDiscount.useMutation();
  const form = useZodForm(newDiscountSchema, {
    defaultValues: { code: '', ...termsOf(null) },
    send: async (typed) => {
      await adding.mutateAsync(typed);
      toastSuccess('Discount Created', `Customers can use ${typed.code} in the order form.`);
      await utils.admin.discounts.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Create a discount"
      submitLabel="Create Discount"
      busyText="Creating…"
      onClose={onClose}
    >
      <Field
        label="Code"
        error={form.errors.code?.message}
        hint="3 to 10 letters and digits. You can’t change it later."
        required
      >
        <TextInput
          {...form.register('code')}
          data-autofocus
          maxLength={MAX_PROMO_CODE_LENGTH}
          autoComplete="off"
          verbatim
        />
      </Field>
      <DiscountFields />
    </FormDialog>
  );
}

/** Returns the saved terms, in the units that the form sends. */
const readOf = (discount: Discount): Record<string, FieldValue> => ({
  on: discount.on,
  percent: discount.percent,
  amount: discount.amountCents === null ? null : toDollars(discount.amountCents),
  startsOn: discount.startsOn,
  endsOn: discount.endsOn,
  mostPerCustomer: discount.mostPerCustomer,
  mostInAll: discount.mostInAll,
});

type EditDiscountDialogProps = { discount: Discount; onClose: () => void };

/** Changes the terms of a discount for new orders. */
export function EditDiscountDialog({ discount, onClose }: EditDiscountDialogProps) {
  const { code, name } = discount;
  const utils = trpc.useUtils();
  const editing = trpc.admin.editDiscount.useMutation();
  const conflict = useEditConflict(readOf(discount), nextValues);
  const form = useZodForm(discountChangeSchema, {
    defaultValues: { code, ...termsOf(discount) },
    send: async (typed) => {
      await editing.mutateAsync({ ...typed, read: conflict.read() });
      toastSuccess('Discount Saved', 'Booked orders keep the earlier terms.');
      await utils.admin.discounts.invalidate();
      onClose();
    },
    conflict,
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${name}`}
      description="Changes apply to new orders. Booked orders keep their discount."
      submitLabel="Save Discount"
      busyText="Saving…"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={DISCOUNT_FACTS} />
      <DiscountFields />
    </FormDialog>
  );
}
