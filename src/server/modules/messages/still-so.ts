import type { AppointmentRow } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { locationInMessage, SOME_LOCATION } from '@/domain/message-text';
import { whenAndWhere } from './email';

/** Whether what a waiting message tells of its delivery is still so: the time, the dock, the status. */
export function isStillSo(
  { dedupeKey, body }: { dedupeKey: string; body: string },
  appointment: AppointmentRow,
): boolean {
  // What staff wrote themselves is theirs to judge.
  if (dedupeKey.startsWith('from-office:')) return true;
  const { status } = appointment;
  if (dedupeKey.startsWith('cancelled:')) return status === 'cancelled';
  if (CLOSED_STATUSES.includes(status)) return false;
  // The message says the location, or nothing of it.
  return [locationInMessage(appointment.location), SOME_LOCATION].some((location) =>
    body.includes(whenAndWhere({ ...appointment, location })),
  );
}
