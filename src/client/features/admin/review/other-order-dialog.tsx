import * as z from 'zod/mini';
import { Field } from '@/client/components/field';
import { FormDialog } from '@/client/components/form-dialog';
import { Select } from '@/client/components/select';
import { useZodForm } from '@/client/components/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { requiredText } from '@/domain/fields';
import type { PressItem } from './use-review-queue';

const schema = z.object({ appointmentId: requiredText('Please choose the order.', 100) });

type OtherOrderDialogProps = {
  item: PressItem;
  accept: (other: Pick<PressItem['delivery'], 'id' | 'publicCode' | 'status'>) => Promise<unknown>;
  onClose: () => void;
};

/** The order of the same day that the driver really delivered. */
export function OtherOrderDialog({ item, accept, onClose }: OtherOrderDialogProps) {
  const deliveries = trpc.driver.deliveries.useQuery({ date: item.delivery.date });
  const others = (deliveries.data ?? []).filter(({ id }) => id !== item.delivery.id);
  const form = useZodForm(schema, {
    defaultValues: { appointmentId: '' },
    send: async ({ appointmentId }) => {
      const other = others.find(({ id }) => id === appointmentId);
      if (!other) return;
      await accept(other);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Which order was it?"
      description="It is recorded for that one, once you have seen what it comes to."
      submitLabel="Continue"
      cancelLabel="Go back"
      onClose={onClose}
    >
      <Field label="Order" required error={form.errors.appointmentId?.message}>
        <Select
          {...form.register('appointmentId')}
          placeholder={deliveries.data ? 'Choose the order' : 'Loading…'}
          options={others.map(({ id, publicCode, time, location }) => ({
            value: id,
            label: `${publicCode}, ${time}, ${location}`,
          }))}
        />
      </Field>
    </FormDialog>
  );
}
