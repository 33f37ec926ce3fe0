import { TRPCClientError } from '@trpc/client';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { AppRouter } from '@/server/trpc';
import type { Appointment, Section } from './appointment';

const UPDATE_FAILED = 'Failed to update the appointment. Please try again.';

/** Says that a change did not happen: why, if the server refused it on purpose. */
export function sayUpdateFailed(error: unknown) {
  const { reason, message } = problemOf(error);
  const refused = reason === 'conflict' || reason === 'invalid_input' || reason === 'not_found';
  toast({
    variant: 'destructive',
    title: 'Update Failed',
    description: refused ? message : UPDATE_FAILED,
  });
}

/** How a change of status ended; 'needs-reason' asks for why there is no card (D44). */
type Outcome = 'done' | 'failed' | 'needs-reason';

/** Confirm, Schedule and Cancel, each with its toast. They resolve in every case. */
export function useStatusChanges() {
  const refresh = useRefreshAppointments();
  const confirming = trpc.admin.confirm.useMutation();
  const scheduling = trpc.admin.schedule.useMutation();
  const cancelling = trpc.admin.cancel.useMutation();

  const change = async (work: () => Promise<unknown>, done: () => string): Promise<Outcome> => {
    try {
      await work();
      toast({ variant: 'success', title: done() });
      return 'done';
    } catch (error) {
      if (needsReason(error)) return 'needs-reason';
      sayUpdateFailed(error);
      return 'failed';
    } finally {
      // Also after a refusal: what is on screen was not what the server knew.
      await refresh();
    }
  };

  return {
    confirm: ({ id, publicCode }: Appointment, noCardReason?: string) =>
      change(
        () => confirming.mutateAsync({ id, noCardReason }),
        () => `Appointment ${publicCode} is confirmed`,
      ),
    schedule: ({ id, publicCode }: Appointment, driverId: number | null) => {
      let driver = '';
      return change(
        async () => {
          const { driverName } = await scheduling.mutateAsync({ id, driverId });
          driver = driverName
            ? `, with ${driverName}`
            : '. No driver is available, so it has none yet';
        },
        () => `Appointment ${publicCode} is scheduled${driver}`,
      );
    },
    cancel: ({ id, publicCode }: Appointment, reason: string) =>
      change(
        () => cancelling.mutateAsync({ id, reason: reason || undefined }),
        () => `Appointment ${publicCode} is cancelled`,
      ),
  };
}

/** Reads every section anew, and the history of whichever appointment is open. */
export function useRefreshAppointments(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.appointments.invalidate(),
      utils.admin.appointment.invalidate(),
    ]);
  };
}

/** The card is gone to another section; focus stays where the work was, not at the top of the page. */
export function focusSection(section: Section) {
  document.getElementById(sectionHeadingId(section))?.focus({ preventScroll: true });
}

export const sectionHeadingId = (section: Section) => `section-${section}`;

function needsReason(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const { data } = error as TRPCClientError<AppRouter>;
  return data?.details?.needsReason === true;
}
