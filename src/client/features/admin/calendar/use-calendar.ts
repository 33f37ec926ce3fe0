import { keepPreviousData } from '@tanstack/react-query';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';

type ReadValues = Inputs['admin']['setDefaultCapacity']['read'];

export type Calendar = Outputs['admin']['calendar'];
export type BlockedRange = Outputs['admin']['blockedLater']['ranges'][number];
export type StaffDay = Calendar['days'][number];
export type StaffTimeSlot = Calendar['timeSlots'][number];

/** How often the calendar is fetched again. */
const POLL_MS = 5000;
/** How often the later blocks are fetched again. They rarely change, and have many rows. */
const LATER_POLL_MS = 60_000;

/** Reads the days and the time slots of one date; null reads today. */
export function useCalendar(date: string | null) {
  return trpc.admin.calendar.useQuery(
    { date },
    {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    },
  );
}

/** Reads what staff blocked after the calendar's days. */
export function useBlockedLater() {
  return trpc.admin.blockedLater.useQuery(undefined, {
    refetchInterval: LATER_POLL_MS,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

function toastUpdateFailed(error: unknown) {
  toastFailure('Failed to update availability', error, 'Nothing was changed. Try again.');
}

/**
 * All changes of the calendar, each with a toast. The promises resolve, except for a capacity that
 * would overwrite someone else's change.
 */
export function useCalendarChanges() {
  const utils = trpc.useUtils();
  const switching = trpc.admin.switchTimeSlot.useMutation();
  const setting = trpc.admin.setTimeSlotCapacity.useMutation();
  const settingDefault = trpc.admin.setDefaultCapacity.useMutation();
  const blocking = trpc.admin.blockDays.useMutation();
  const opening = trpc.admin.openDays.useMutation();
  const blockingMonths = trpc.admin.blockMonths.useMutation();
  const undoing = trpc.admin.undoBlock.useMutation();

  /** Resolves with the server's response, or with null after the toast of a failure. */
  const change = async <T>(
    work: () => Promise<T>,
    toastDone: (answer: T) => void,
    toastFailed = toastUpdateFailed,
  ): Promise<T | null> => {
    try {
      const answer = await work();
      toastDone(answer);
      return answer;
    } catch (error) {
      // If someone else changed the value, the dialog shows that change.
      if (problemOf(error).reason === 'changed_meanwhile') throw error;
      toastFailed(error);
      return null;
    } finally {
      // A refusal means that the screen was out of date, so it's refreshed then too.
      await Promise.all([utils.admin.calendar.invalidate(), utils.admin.blockedLater.invalidate()]);
    }
  };

  const undo = (batchId: string) =>
    change(
      () => undoing.mutateAsync({ batchId }),
      ({ message }) => toastSuccess(message),
    );

  return {
    undo,
    switchTimeSlot: ({ date, label }: StaffTimeSlot, isAvailable: boolean) =>
      change(
        () => switching.mutateAsync({ date, time: label, isAvailable }),
        () => toastSuccess(`${label} ${isAvailable ? 'Opened' : 'Blocked'}`),
      ),
    /** Sets whether customers can book a spot that becomes free in a booked window. */
    switchSales: ({ date, label }: StaffTimeSlot, isAvailable: boolean) =>
      change(
        () => switching.mutateAsync({ date, time: label, isAvailable, evenBooked: true }),
        () =>
          toastSuccess(
            isAvailable ? 'Booking Allowed' : 'Booking Stopped',
            isAvailable
              ? `Customers can book spots that open up in ${label}.`
              : `Customers can’t book spots that open up in ${label} until you allow it.`,
          ),
      ),
    setCapacity: ({ date, label }: StaffTimeSlot, capacity: number | null, read: ReadValues) =>
      change(
        () => setting.mutateAsync({ date, time: label, capacity, read }),
        (slot) => toastSuccess('Capacity Saved', `${label} has ${capacityText(slot.capacity)}.`),
      ),
    setDefaultCapacity: (capacity: number, read: ReadValues) =>
      change(
        () => settingDefault.mutateAsync({ capacity, read }),
        () =>
          toastSuccess(
            'Default Capacity Saved',
            `Windows without their own capacity have ${capacityText(capacity)}.`,
          ),
      ),
    blockDays: (range: Inputs['admin']['blockDays']) =>
      change(
        () => blocking.mutateAsync(range),
        ({ message, batchId }) =>
          toast({
            variant: 'success',
            title: message,
            ...(batchId && { action: { label: 'Undo', onClick: () => void undo(batchId) } }),
          }),
      ),
    openDays: (range: Inputs['admin']['openDays']) =>
      change(
        () => opening.mutateAsync(range),
        ({ message }) => toastSuccess(message),
      ),
    blockMonths: (months: number) =>
      change(
        () => blockingMonths.mutateAsync({ months }),
        ({ message }) => toastSuccess(message),
        () => toastError('Block Failed', 'Failed to block future appointments. Please try again.'),
      ),
  };
}

export type CalendarChanges = ReturnType<typeof useCalendarChanges>;

/** @returns a capacity as text, such as "1 spot" or "3 spots" */
export function capacityText(capacity: number): string {
  return `${capacity} spot${capacity === 1 ? '' : 's'}`;
}
