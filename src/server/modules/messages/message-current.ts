import type { AppointmentRow } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { Settings } from '@/server/config/deps';
import { whenLine, whereLine } from './email';
import { withoutLinks, withoutTyped } from './typed-text';

/** True if a waiting message still has the delivery's current window, dock, and status. */
export function isMessageCurrent(
  { dedupeKey, body }: { dedupeKey: string; body: string },
  appointment: AppointmentRow,
  settings: Pick<Settings, 'timeZone'>,
): boolean {
  // Staff wrote this text themselves, so only they can judge it.
  if (dedupeKey.startsWith('from-office:')) return true;
  const { status } = appointment;
  if (dedupeKey.startsWith('cancelled:')) return status === 'cancelled';
  if (CLOSED_STATUSES.includes(status)) return false;
  const lines = body.split('\n');
  // The message contains the dock, or only "your dock" if the address is unverified.
  const places = [withoutLinks(appointment), withoutTyped(appointment)].map(whereLine);
  return (
    lines.includes(whenLine(appointment, settings)) && places.some((line) => lines.includes(line))
  );
}
