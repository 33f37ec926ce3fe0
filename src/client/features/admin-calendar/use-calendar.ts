import { keepPreviousData } from '@tanstack/react-query';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';

export type Calendar = Outputs['admin']['calendar'];
export type StaffDay = Calendar['days'][number];
export type StaffWindow = Calendar['windows'][number];

/** How often the calendar is asked for (staff section 9). */
const POLL_MS = 5000;

/** The 14 days and the windows of one of them; null is today. */
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

const REFUSALS = ['conflict', 'invalid_input', 'not_found'];

/** The reason of a refusal, where the server gave one on purpose. */
function refusalOf(error: unknown): string | undefined {
  const { reason, message } = problemOf(error);
  return reason !== null && REFUSALS.includes(reason) ? message : undefined;
}

function sayUpdateFailed(error: unknown) {
  toast({
    variant: 'destructive',
    title: 'Failed to update availability',
    description: refusalOf(error) ?? 'Nothing was changed. Please try again.',
  });
}

/** Everything staff do to the calendar, each with its toast. They resolve in every case. */
export function useCalendarChanges() {
  const utils = trpc.useUtils();
  const switching = trpc.admin.switchWindow.useMutation();
  const setting = trpc.admin.setWindowCapacity.useMutation();
  const settingDefault = trpc.admin.setDefaultCapacity.useMutation();
  const blocking = trpc.admin.blockDays.useMutation();
  const opening = trpc.admin.openDays.useMutation();
  const blockingMonths = trpc.admin.blockMonths.useMutation();
  const undoing = trpc.admin.undoBlock.useMutation();

  /** What it answered; null when it failed, and the toast says so. */
  const change = async <T>(
    work: () => Promise<T>,
    say: (answer: T) => void,
    sayFailed = sayUpdateFailed,
  ): Promise<T | null> => {
    try {
      const answer = await work();
      say(answer);
      return answer;
    } catch (error) {
      sayFailed(error);
      return null;
    } finally {
      // Also after a refusal: what is on screen was not what the server knew.
      await utils.admin.calendar.invalidate();
    }
  };
  const sayDone = (title: string) => toast({ variant: 'success', title });

  const undo = (batchId: string) =>
    change(
      () => undoing.mutateAsync({ batchId }),
      ({ message }) => sayDone(message),
    );

  return {
    undo,
    switchWindow: ({ date, label }: StaffWindow, isAvailable: boolean) =>
      change(
        () => switching.mutateAsync({ date, time: label, isAvailable }),
        () => sayDone(`${label} is ${isAvailable ? 'open' : 'blocked'}`),
      ),
    setPlaces: ({ date, label }: StaffWindow, capacity: number | null) =>
      change(
        () => setting.mutateAsync({ date, time: label, capacity }),
        (window) => sayDone(`${label} has ${places(window.capacity)}`),
      ),
    setDefaultPlaces: (capacity: number) =>
      change(
        () => settingDefault.mutateAsync({ capacity }),
        () => sayDone(`Windows have ${places(capacity)} unless they say otherwise`),
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
        ({ message }) => sayDone(message),
      ),
    blockMonths: (months: number) =>
      change(
        () => blockingMonths.mutateAsync({ months }),
        ({ message }) => sayDone(message),
        () =>
          toast({
            variant: 'destructive',
            title: 'Block Failed',
            description: 'Failed to block future appointments. Please try again.',
          }),
      ),
  };
}

export type CalendarChanges = ReturnType<typeof useCalendarChanges>;

/** "1 place", "3 places" */
export function places(count: number): string {
  return `${count} place${count === 1 ? '' : 's'}`;
}
