import { useState } from 'react';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { READINGS_MESSAGE } from '@/domain/trucks/ticket.schema';
import type { Appointment } from './appointment';
import { CompletionFields, type Preparing } from './completion-fields';
import { firstValuesOf, meterToSend, typedRecordedDelivery, useMeter } from './typed-completion';
import { useCompletion } from './use-completion';

type RecordDeliveryDialogProps = { appointment: Appointment; onClose: () => void };

/** Records the delivery of a cancelled or unfinished appointment, with a reason. */
export function RecordDeliveryDialog({ appointment, onClose }: RecordDeliveryDialogProps) {
  const { confirm, confirmDialog } = useConfirm();
  const [discount, setDiscount] = useState(appointment.discount);
  const priced = { ...appointment, discount };
  const complete = useCompletion((why, totalCents) => confirm(chargeQuestion(why, totalCents)));
  const [preparing, setPreparing] = useState<Preparing>({ receiptPhoto: false, fuelPhoto: false });
  const meter = useMeter(appointment);
  const form = useZodForm(typedRecordedDelivery, {
    defaultValues: { ...firstValuesOf(appointment), reason: '' },
    send: async ({ reason, ...typed }) => {
      const { sent, missing } = meterToSend(meter, typed);
      for (const name of missing) form.setError(name, { message: READINGS_MESSAGE });
      if (missing.length > 0) return;
      if (await complete(priced, { ...typed, ...sent }, reason)) onClose();
    },
  });
  const onBusy = (name: keyof Preparing) => (working: boolean) =>
    setPreparing((now) => ({ ...now, [name]: working }));

  return (
    <FormDialog
      form={form}
      size="lg"
      title="Record delivery"
      description={`This marks ${appointment.publicCode} as delivered, even if its time window is full.`}
      submitLabel="Record Delivery"
      busyText="Recording…"
      cancelLabel="Not Now"
      disabled={preparing.receiptPhoto || preparing.fuelPhoto}
      leaveQuestion={{
        title: 'Leave without recording?',
        description: 'Your photos and numbers won’t be saved.',
      }}
      onClose={onClose}
      className="flex flex-col gap-5"
    >
      <CompletionFields
        appointment={priced}
        meter={meter}
        onDiscount={setDiscount}
        onBusy={onBusy}
      />
      <Field
        label="Reason"
        required
        error={form.errors.reason?.message}
        hint="Saved with the appointment and in its history."
      >
        <TextArea {...form.register('reason')} rows={2} maxLength={300} className="!min-h-16" />
      </Field>
      {confirmDialog}
    </FormDialog>
  );
}
