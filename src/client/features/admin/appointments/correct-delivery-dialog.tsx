import { useState } from 'react';
import * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { APPOINTMENT_FACTS } from '@/client/appointment/conflict-facts';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import {
  changesToMerge,
  nextVersion,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { newId } from '@/client/lib/new-id';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, formatGallons, NO_GALLONS, toDollars } from '@/domain/money';
import { deliveryCorrectionFields } from '@/domain/payment/correction.schema';
import type { ReportedFigures } from '@/domain/review/review';
import type { Appointment } from './appointment';
import { CorrectionPreview } from './correction-preview';
import { deliveryOf, useConfirmAbove } from './typed-delivery';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

const schema = z.object(deliveryCorrectionFields);

type CorrectDeliveryDialogProps = {
  appointment: Appointment;
  /** The figures that a driver reported. If omitted, the recorded figures apply. */
  reported?: ReportedFigures;
  /** The reason, if it's known. */
  reason?: string;
  onCorrected?: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the amounts actually delivered, and shows the resulting refunds and charges. */
export function CorrectDeliveryDialog(props: CorrectDeliveryDialogProps) {
  const { appointment, reported = appointment, reason = '', onCorrected, onClose } = props;
  const { id, publicCode } = appointment;
  const refresh = useRefreshAppointments();
  const confirmAbove = useConfirmAbove();
  const utils = trpc.useUtils();
  const charges = trpc.admin.charges.useQuery({ id }, { staleTime: 0, refetchOnMount: 'always' });
  const correct = trpc.admin.correctDelivery.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const { confirm, confirmDialog } = useConfirm();
  // Each dialog has one request ID, so that a correction sent twice is made only once.
  const [requestId] = useState(newId);
  const refreshAll = () =>
    Promise.all([refresh(), utils.admin.charges.invalidate(), utils.admin.refunds.invalidate()]);
  const form = useZodForm(schema, {
    defaultValues: {
      actualGallons: formatGallons(reported.actualGallonsTenths ?? NO_GALLONS),
      smallIceBags: String(reported.smallIceBags),
      largeIceBags: String(reported.largeIceBags),
      reason,
    },
    send: async (typed) => {
      const now = deliveryOf(appointment, typed, confirmAbove);
      if (!now) return;
      const { totalCents } = now.price;
      const total = formatDollars(totalCents);
      const isMeant =
        !now.doubtText ||
        (await confirm({
          title: `Correct the total to ${total}?`,
          description: now.doubtText,
          confirmLabel: `Correct to ${total}`,
          cancelLabel: 'Keep Editing',
          danger: true,
        }));
      if (!isMeant) return;
      const confirmedTotal = toDollars(totalCents);
      const version = conflict.read();
      await correct.mutateAsync({ ...typed, id, requestId, confirmedTotal, version });
      toastSuccess(`${publicCode} Corrected`, `The new total is ${total}.`);
      await Promise.all([refreshAll(), onCorrected?.()]);
      onClose();
    },
    onFailed: (problem, field, error) => {
      void refreshAll();
      if (conflict.notice(problem)) return;
      if (field && problem.reason === 'invalid_input') return;
      toastUpdateFailed(error);
    },
  });
  const { register, errors } = form;
  const shown = { ...form.watch(), ...changesToMerge(form, conflict, APPOINTMENT_FACTS) };
  const now = deliveryOf(appointment, shown, confirmAbove);

  return (
    <FormDialog
      form={form}
      size="md"
      title={`Correct delivery ${publicCode}`}
      description={`Completed with ${appointment.fuelType} at ${formatDollars(appointment.unitPriceCents)} per gallon.`}
      submitLabel={now ? `Correct to ${formatDollars(now.price.totalCents)}` : 'Correct Delivery'}
      busyText="Correcting…"
      disabled={!charges.data}
      onClose={onClose}
      className="grid grid-cols-2 gap-4"
    >
      <EditConflictPanel conflict={conflict} facts={APPOINTMENT_FACTS} />
      <Field
        label="Actual Gallons Delivered"
        error={errors.actualGallons?.message}
        className="col-span-2"
      >
        <NumberInput name="actualGallons" decimal after="gal" data-autofocus />
      </Field>
      <BagsFields />
      <Field
        label="Reason"
        required
        error={errors.reason?.message}
        hint="Saved in the history."
        className="col-span-2"
      >
        <TextArea {...register('reason')} rows={2} maxLength={300} className="!min-h-16" />
      </Field>
      <div className="col-span-2">
        {charges.isError ? (
          <ErrorState title="We couldn’t load the payments" onRetry={() => charges.refetch()} />
        ) : charges.data ? (
          <CorrectionPreview
            appointment={appointment}
            charges={charges.data}
            totalCents={now?.price.totalCents ?? null}
          />
        ) : (
          <SkeletonList label="Loading payments" rows={2} />
        )}
      </div>
      {confirmDialog}
    </FormDialog>
  );
}
