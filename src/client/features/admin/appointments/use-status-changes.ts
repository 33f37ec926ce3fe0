import { TRPCClientError } from '@trpc/client';
import { staffFacts } from '@/client/appointment/conflict-facts';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { textOf } from '@/client/components/form/use-edit-conflict';
import { problemOf } from '@/client/lib/problem';
import { serverNow } from '@/client/lib/server-clock';
import { trpc } from '@/client/lib/trpc';
import type { StaffSection } from '@/domain/appointment/status';
import { formatRelativeTime } from '@/domain/dates';
import type { FieldChange } from '@/domain/edit-conflict';
import type { AppRouter } from '@/server/trpc';
import type { Appointment } from './appointment';

/** The toast of a change that failed, with what another call changed where that is why. */
export function toastUpdateFailed(error: unknown) {
  if (toastConflict(error)) return;
  toastFailure('Update Failed', error, 'Failed to update the appointment. Please try again.');
}

/** The result of a change of status; 'needs-reason': the appointment has no saved card. */
type Outcome = 'done' | 'failed' | 'needs-reason';

/** Confirms, schedules and cancels appointments, with a toast each. They resolve in every case. */
export function useStatusChanges() {
  const refresh = useRefreshAppointments();
  const confirming = trpc.admin.confirm.useMutation();
  const scheduling = trpc.admin.schedule.useMutation();
  const turningBack = trpc.driver.undoEnRoute.useMutation();
  const cancelling = trpc.admin.cancel.useMutation();

  const change = async (work: () => Promise<unknown>, done: () => string): Promise<Outcome> => {
    try {
      await work();
      toastSuccess(done());
      return 'done';
    } catch (error) {
      if (needsReason(error)) return 'needs-reason';
      toastUpdateFailed(error);
      return 'failed';
    } finally {
      // Also after a refusal: the screen was out of date.
      await refresh();
    }
  };

  return {
    confirm: ({ id, version, publicCode }: Appointment, noCardReason?: string) =>
      change(
        () => confirming.mutateAsync({ id, version, noCardReason }),
        () => `Appointment ${publicCode} is confirmed`,
      ),
    /** With the only driver there is, if any. */
    schedule: ({ id, version, publicCode }: Appointment) => {
      let driver = '';
      return change(
        async () => {
          const { driverName } = await scheduling.mutateAsync({ id, version, driverId: null });
          driver = driverName
            ? `, with ${driverName}`
            : '. No driver is available, so it has none yet';
        },
        () => `Appointment ${publicCode} is scheduled${driver}`,
      );
    },
    /** From en route. */
    turnBack: ({ id, version, publicCode }: Appointment) => {
      let told = '';
      return change(
        async () => {
          const { customerNotified } = await turningBack.mutateAsync({ id, version });
          told = customerNotified ? '' : '. We have no email for this customer, so call them';
        },
        () => `Appointment ${publicCode} is scheduled again${told}`,
      );
    },
    cancel: ({ id, version, publicCode }: Appointment, reason: string) =>
      change(
        () => cancelling.mutateAsync({ id, version, reason: reason || undefined }),
        () => `Appointment ${publicCode} is cancelled`,
      ),
  };
}

/** Fetches every section, the day and the open appointment again. */
export function useRefreshAppointments(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.admin.appointments.invalidate(),
      utils.admin.appointment.invalidate(),
      utils.admin.day.invalidate(),
      utils.admin.waitingMoney.invalidate(),
      utils.admin.dispatch.invalidate(),
    ]);
  };
}

/** Focuses the section that a card has left. Without it the focus would go to the top of the page. */
export function focusSection(section: StaffSection) {
  document.getElementById(sectionHeadingId(section))?.focus({ preventScroll: true });
}

/** The id of a section's heading, for the focus of a card that left it. */
export const sectionHeadingId = (section: StaffSection) => `section-${section}`;

/** Says what another call changed, where that is why nothing was changed; the card shows it by then. */
function toastConflict(error: unknown): boolean {
  const { reason, details } = problemOf(error);
  if (reason !== 'changed_meanwhile') return false;
  const { changes } = details as { changes: FieldChange[] };
  toastError(
    'Changed meanwhile',
    `${conflictText(changes)} Your change wasn’t saved. Review the new details and try again.`,
  );
  return true;
}

/** "Gallons 30 → 45.5, 2 minutes ago, by Alex Harbor." */
function conflictText(changes: readonly FieldChange[]): string {
  const facts = staffFacts([]);
  return changes
    .map(({ field, from, to, who, when }) => {
      const fact = facts[field];
      const what = `${fact?.label ?? field} ${textOf(from, fact)} → ${textOf(to, fact)}`;
      const age = when === null ? null : formatRelativeTime(when, serverNow());
      return `${[what, age, who && `by ${who}`].filter(Boolean).join(', ')}.`;
    })
    .join(' ');
}

function needsReason(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const { data } = error as TRPCClientError<AppRouter>;
  return data?.details?.needsReason === true;
}
