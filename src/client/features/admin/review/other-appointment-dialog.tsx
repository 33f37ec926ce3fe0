import * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { formatMonthDay } from '@/domain/dates';
import { requiredText } from '@/domain/fields';
import type { RefusedActionItem } from './use-review-queue';

const schema = z.object({ appointmentId: requiredText('Select an order.', 100) });

type OtherAppointmentDialogProps = {
  item: RefusedActionItem;
  accept: (
    other: Pick<RefusedActionItem['delivery'], 'id' | 'publicCode' | 'status'>,
  ) => Promise<unknown>;
  onClose: () => void;
};

/**
 * Asks which appointment the driver actually delivered. It lists appointments of the same date and
 * of today, because the delivered one may have been moved.
 */
export function OtherAppointmentDialog({ item, accept, onClose }: OtherAppointmentDialogProps) {
  const { id: wrong, date } = item.delivery;
  const ofDate = trpc.driver.deliveries.useQuery({ date });
  const ofToday = trpc.driver.deliveries.useQuery({});
  const isLoaded = ofDate.data !== undefined && ofToday.data !== undefined;
  const listed = [...(ofDate.data ?? []), ...(ofToday.data ?? [])];
  const others = [...new Map(listed.map((one) => [one.id, one])).values()].filter(
    ({ id }) => id !== wrong,
  );
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
      title="Which order was delivered?"
      description="We’ll show you the total before anything is recorded."
      submitLabel="Continue"
      disabled={!isLoaded}
      onClose={onClose}
    >
      {isLoaded ? (
        <Field label="Order" required error={form.errors.appointmentId?.message}>
          <Select
            {...form.register('appointmentId')}
            placeholder="Select an order"
            options={others.map(({ id, publicCode, date, time, location }) => ({
              value: id,
              label: `${publicCode}, ${formatMonthDay(date)}, ${time}, ${location}`,
            }))}
          />
        </Field>
      ) : ofDate.isError || ofToday.isError ? (
        <ErrorState
          title="We couldn’t load the orders"
          onRetry={() => Promise.all([ofDate.refetch(), ofToday.refetch()])}
        />
      ) : (
        <SkeletonList label="Loading orders" rows={1} rowClassName="h-11" />
      )}
    </FormDialog>
  );
}
