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
import { callText } from './unreached';

/**
 * Shows the toast of a failed change. After an edit conflict it names the other change. If the
 * session ended, the desk asks to sign in again instead.
 */
export function toastUpdateFailed(error: unknown) {
  if (problemOf(error).reason === 'person_changed' || toastConflict(error)) return;
  toastFailure('Update Failed', error, 'Failed to update the appointment. Please try again.');
}

/** The result of a status change. 'needs-reason' means that the appointment has no saved card. */
type Outcome = 'done' | 'failed' | 'needs-reason';

/** Confirms, schedules, and cancels appointments, each with a toast. The promises never reject. */
export function useStatusChanges() {
  const refresh = useRefreshAppointments();
  const confirming = trpc.admin.confirm.useMutation();
  const scheduling = trpc.admin.schedule.useMutation();
  const turningBack = trpc.driver.undoEnRoute.useMutation();
  const cancelling = trpc.admin.cancel.useMutation();

  const change = async (
    work: () => Promise<unknown>,
    title: string,
    body?: () => string | undefined,
  ): Promise<Outcome> => {
    try {
      await work();
      toastSuccess(title, body?.());
      return 'done';
    } catch (error) {
      if (needsReason(error)) return 'needs-reason';
      toastUpdateFailed(error);
      return 'failed';
    } finally {
      // A refusal means that the screen was out of date, so it's refreshed then too.
      await refresh();
    }
  };

  return {
    confirm: ({ id, version, publicCode }: Appointment, noCardReason?: string) => {
      let note: string | undefined;
      return change(
        async () => {
          note = callText(await confirming.mutateAsync({ id, version, noCardReason }));
        },
        `${publicCode} Confirmed`,
        () => note,
      );
    },
    /** Schedules with the only available driver, if there is one. */
    schedule: ({ id, version, publicCode }: Appointment) => {
      let driver = '';
      return change(
        async () => {
          const { driverName } = await scheduling.mutateAsync({ id, version, driverId: null });
          driver = driverName
            ? `Driver: ${driverName}.`
            : 'No driver is available, so none is assigned yet.';
        },
        `${publicCode} Scheduled`,
        () => driver,
      );
    },
    /** Sets an en-route delivery back to scheduled. */
    turnBack: (appointment: Appointment) => {
      const { id, version, publicCode } = appointment;
      let note: string | undefined;
      return change(
        async () => {
          const { customerNotified } = await turningBack.mutateAsync({ id, version });
          note = callText({ ...appointment, customerNotified });
        },
        `${publicCode} Back to Scheduled`,
        () => note,
      );
    },
    cancel: (appointment: Appointment, reason: string) => {
      const { id, version, publicCode } = appointment;
      let note: string | undefined;
      return change(
        async () => {
          const input = { id, version, reason: reason || undefined };
          const { customerNotified } = await cancelling.mutateAsync(input);
          note = callText({ ...appointment, customerNotified });
        },
        `${publicCode} Cancelled`,
        () => note,
      );
    },
  };
}

/** @returns a function that reloads every section, the day, and the open appointment */
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

/**
 * Focuses the section that a card has left. Otherwise, the focus would move to the top of the page.
 */
export function focusSection(section: StaffSection) {
  document.getElementById(sectionHeadingId(section))?.focus({ preventScroll: true });
}

/** @returns the ID of a section's heading, which gets the focus of a card that left */
export const sectionHeadingId = (section: StaffSection) => `section-${section}`;

/** Shows the other change after an edit conflict. @returns false if the error has another reason */
function toastConflict(error: unknown): boolean {
  const { reason, details } = problemOf(error);
  if (reason !== 'changed_meanwhile') return false;
  const { changes } = details as { changes: FieldChange[] };
  toastError(
    'Appointment Changed',
    `${conflictText(changes)} Your change wasn’t saved. Review the new details and try again.`,
  );
  return true;
}

/** @returns the changes as text, such as "Gallons 30 → 45.5, 2 minutes ago, by Alex Harbor." */
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
