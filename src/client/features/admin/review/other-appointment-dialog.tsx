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

const schema = z.object({ appointmentId: requiredText('Please choose the order.', 100) });

type OtherAppointmentDialogProps = {
  item: RefusedActionItem;
  accept: (
    other: Pick<RefusedActionItem['delivery'], 'id' | 'publicCode' | 'status'>,
  ) => Promise<unknown>;
  onClose: () => void;
};

/** The appointment that the driver really delivered: one of the same date, or of today where that was moved. */
export function OtherAppointmentDialog({ item, accept, onClose }: OtherAppointmentDialogProps) {
  const { id: wrong, date } = item.delivery;
  const ofDate = trpc.driver.deliveries.useQuery({ date });
  const ofToday = trpc.driver.deliveries.useQuery({});
  const isKnown = ofDate.data !== undefined && ofToday.data !== undefined;
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
      title="Which order was it?"
      description="It is recorded for that one, once you have seen what it comes to."
      submitLabel="Continue"
      cancelLabel="Go back"
      disabled={!isKnown}
      onClose={onClose}
    >
      {isKnown ? (
        <Field label="Order" required error={form.errors.appointmentId?.message}>
          <Select
            {...form.register('appointmentId')}
            placeholder="Choose the order"
            options={others.map(({ id, publicCode, date, time, location }) => ({
              value: id,
              label: `${publicCode}, ${formatMonthDay(date)}, ${time}, ${location}`,
            }))}
          />
        </Field>
      ) : ofDate.isError || ofToday.isError ? (
        <ErrorState
          title="The orders could not be loaded"
          onRetry={() => Promise.all([ofDate.refetch(), ofToday.refetch()])}
        />
      ) : (
        <SkeletonList label="Loading orders" rows={1} rowClassName="h-11" />
      )}
    </FormDialog>
  );
}
