import type { CalendarDate } from './calendar';

/** A moment as the business's wall clock shows it. */
export type LocalMoment = { date: CalendarDate; minutes: number };

/**
 * The wall clock in a zone at an instant: its calendar date and the minutes since midnight (0 to
 * 1439) as the clock shows them. Instants are ms since 1970 in UTC, always passed in (D2, D4).
 */
export function localMoment(instant: number, timeZone: string): LocalMoment {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return { date: zoned.toPlainDate().toString(), minutes: zoned.hour * 60 + zoned.minute };
}

/** The instant (ms) at which the zone's clock shows that date and those minutes since midnight. */
export function instantOf(moment: LocalMoment, timeZone: string): number {
  return Temporal.PlainDate.from(moment.date).toZonedDateTime({
    timeZone,
    plainTime: { hour: Math.floor(moment.minutes / 60), minute: moment.minutes % 60 },
  }).epochMilliseconds;
}
