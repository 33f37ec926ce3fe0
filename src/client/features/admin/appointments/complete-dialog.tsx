import { useState } from 'react';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { completionSchema } from '@/domain/appointment/completion.schema';
import { formatGallons } from '@/domain/money';
import type { Appointment } from './appointment';
import { CompletionFields, type Preparing } from './completion-fields';
import { useCompletion } from './use-completion';

type CompleteDialogProps = {
  appointment: Appointment;
  /** `done` is true if the delivery was recorded. */
  onClose: (done: boolean) => void;
};

/** Asks for the delivered amounts and 2 photos, then completes the appointment and charges the card. */
export function CompleteDialog({ appointment, onClose }: CompleteDialogProps) {
  const { confirm, confirmDialog } = useConfirm();
  const complete = useCompletion((why, totalCents) => confirm(chargeQuestion(why, totalCents)));
  const [preparing, setPreparing] = useState<Preparing>({ receiptPhoto: false, fuelPhoto: false });
  const form = useZodForm(completionSchema, {
    defaultValues: {
      id: appointment.id,
      actualGallons: formatGallons(appointment.estimatedGallonsTenths),
      smallIceBags: appointment.smallIceBags,
      largeIceBags: appointment.largeIceBags,
      receiptPhoto: null,
      fuelPhoto: null,
    },
    send: async (typed) => {
      if (await complete(appointment, typed)) onClose(true);
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
      <CompletionFields appointment={appointment} onBusy={onBusy} />
      {confirmDialog}
    </FormDialog>
  );
}
