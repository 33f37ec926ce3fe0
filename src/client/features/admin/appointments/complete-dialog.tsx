import { useState } from 'react';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { READINGS_MESSAGE } from '@/domain/trucks/ticket.schema';
import type { Appointment } from './appointment';
import { CompletionFields, type Preparing } from './completion-fields';
import { firstValuesOf, meterToSend, typedCompletion, useMeter } from './typed-completion';
import { useCompletion } from './use-completion';

type CompleteDialogProps = {
  appointment: Appointment;
  /** `done` is true if the delivery was recorded. */
  onClose: (done: boolean) => void;
};

/** Asks for the delivered amounts and 2 photos, then completes the appointment and charges the card. */
export function CompleteDialog({ appointment, onClose }: CompleteDialogProps) {
  const { confirm, confirmDialog } = useConfirm();
  const [discount, setDiscount] = useState(appointment.discount);
  const priced = { ...appointment, discount };
  const complete = useCompletion((why, totalCents) => confirm(chargeQuestion(why, totalCents)));
  const [preparing, setPreparing] = useState<Preparing>({ receiptPhoto: false, fuelPhoto: false });
  const meter = useMeter(appointment);
  const form = useZodForm(typedCompletion, {
    defaultValues: firstValuesOf(appointment),
    send: async (typed) => {
      const { sent, missing } = meterToSend(meter, typed);
      for (const name of missing) form.setError(name, { message: READINGS_MESSAGE });
      if (missing.length > 0) return;
      if (await complete(priced, { ...typed, ...sent })) onClose(true);
    },
  });
  const onBusy = (name: keyof typeof preparing) => (working: boolean) =>
    setPreparing((now) => ({ ...now, [name]: working }));

  return (
    <FormDialog
      form={form}
      size="lg"
      title="Complete Appointment"
      description={`${appointment.publicCode}, ${appointment.customerFullName ?? 'guest'}, at ${appointment.location}`}
      submitLabel="Complete Delivery"
      busyText="Completing…"
      disabled={preparing.receiptPhoto || preparing.fuelPhoto}
      leaveQuestion={{
        title: 'Leave without completing?',
        description: 'Your photos and numbers won’t be saved.',
      }}
      onClose={() => onClose(false)}
      className="flex flex-col gap-5"
    >
      <CompletionFields
        appointment={priced}
        meter={meter}
        onDiscount={setDiscount}
        onBusy={onBusy}
      />
      {confirmDialog}
    </FormDialog>
  );
}
