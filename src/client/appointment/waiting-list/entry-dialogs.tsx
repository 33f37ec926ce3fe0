import { useFormContext } from 'react-hook-form';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useInstants } from '@/client/lib/business-zone';
import { trpc } from '@/client/lib/trpc';
import { OFFER_MINUTES } from '@/domain/waiting-list/waiting-list';
import { offerByHandSchema, removeEntrySchema } from '@/domain/waiting-list/waiting-list.schema';
import { entryName, hasOffer, type StaffEntry } from './entry';

/** Returns a function that reads everything again that shows the line. */
function useRefreshLine() {
  const { admin } = trpc.useUtils();
  return () =>
    Promise.all([
      admin.waiting.invalidate(),
      admin.waitingOf.invalidate(),
      admin.calendar.invalidate(),
      admin.day.invalidate(),
    ]);
}

/** Asks staff for a reason, in either dialog. */
function ReasonField() {
  const { register, formState } = useFormContext<{ reason: string }>();
  return (
    <Field
      label="Reason"
      hint="Your reason is saved with the entry. The customer doesn’t see it."
      error={formState.errors.reason?.message}
      required
    >
      <TextInput {...register('reason')} />
    </Field>
  );
}

type OfferDialogProps = { entry: StaffEntry; time: string; onClose: () => void };

/** Offers a free spot to one person, even out of order. */
export function OfferDialog({ entry, time, onClose }: OfferDialogProps) {
  const { formatTimeOfDay } = useInstants();
  const refresh = useRefreshLine();
  const offering = trpc.admin.offerWaiting.useMutation();
  const name = entryName(entry);
  const form = useZodForm(offerByHandSchema, {
    defaultValues: { id: entry.id, time, reason: '' },
    send: async (typed) => {
      const { offeredUntil } = await offering.mutateAsync(typed);
      toastSuccess(
        'Spot Offered',
        offeredUntil === null
          ? `We’re messaging ${name}.`
          : `We’re messaging ${name}, who can accept until ${formatTimeOfDay(offeredUntil)}.`,
      );
      await refresh();
      onClose();
    },
    onFailed: (problem, field) => {
      if (field !== 'reason') form.setError('root', { message: problem.message });
      void refresh();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Offer this spot to ${name}?`}
      description={`We’ll message them now, and they have ${OFFER_MINUTES} minutes to accept. This skips anyone ahead of them. You can offer spots from 8:00 AM to 9:00 PM.`}
      submitLabel="Offer Spot"
      busyText="Offering…"
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  );
}

/** Removes a person from the line. */
export function RemoveDialog({ entry, onClose }: { entry: StaffEntry; onClose: () => void }) {
  const refresh = useRefreshLine();
  const removing = trpc.admin.removeWaiting.useMutation();
  const name = entryName(entry);
  const form = useZodForm(removeEntrySchema, {
    defaultValues: { id: entry.id, reason: '' },
    send: async (typed) => {
      await removing.mutateAsync(typed);
      toastSuccess('Entry Removed', `We’re notifying ${name}.`);
      await refresh();
      onClose();
    },
    onFailed: (problem, field) => {
      if (field !== 'reason') form.setError('root', { message: problem.message });
      void refresh();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      danger
      title={`Remove ${name} from the waiting list?`}
      description={`We’ll notify them that they’re off the list. ${
        hasOffer(entry)
          ? 'Their offer will end, and the spot will go to the next person in line.'
          : 'They won’t be charged.'
      }`}
      submitLabel="Remove Entry"
      cancelLabel="Keep Entry"
      busyText="Removing…"
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  );
}
