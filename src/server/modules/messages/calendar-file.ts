import type { AppointmentRow } from '@/db/schema';
import { deliveryTimes } from '@/domain/delivery-times';
import { icsText } from '@/domain/ics';
import { orderText } from '@/domain/order/order';
import type { Settings } from '@/server/config/deps';
import { whenLine } from './email';

/** Kinds with a calendar file: those that set, move, or end a visit. */
const CALENDAR_KINDS = ['booked', 'booked-for-you', 'confirmed', 'rescheduled', 'cancelled'];

const WHERE = 'Where: ';

/** True if a stored email of this kind has a calendar file. */
export const hasCalendarFile = ({ dedupeKey }: { dedupeKey: string }) =>
  CALENDAR_KINDS.some((kind) => dedupeKey.startsWith(`${kind}:`));

/**
 * Returns the calendar file of a stored email, or null if it has none. The appointment's ID is the
 * event's, and its version is the sequence, so a later file replaces the event of an earlier one.
 * Without the window that the email names, the file is left out, because the two would disagree.
 */
export function calendarFile(
  { dedupeKey, body }: { dedupeKey: string; body: string },
  appointment: AppointmentRow,
  { settings, company }: { settings: Pick<Settings, 'timeZone' | 'zones'>; company: string },
): string | null {
  const lines = body.split('\n');
  const isCancelled = appointment.status === 'cancelled';
  const isCurrent =
    dedupeKey.startsWith('cancelled:') === isCancelled &&
    lines.includes(whenLine(appointment, settings));
  if (!isCurrent || !hasCalendarFile({ dedupeKey })) return null;
  // The email's own line, because an unverified address must not get the dock that someone typed.
  const where = lines.find((line) => line.startsWith(WHERE))?.slice(WHERE.length) ?? '';
  const event = {
    ...deliveryTimes(appointment, settings.zones),
    isCancelled,
    title: `${company}: ${orderText(appointment) ?? 'delivery'}`,
    location: where,
    description: `Delivery ${appointment.publicCode}`,
  };
  return icsText([event], company);
}
