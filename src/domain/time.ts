import { type CalendarDate, FIRST_DATE, formatLongDate, LAST_DATE } from './dates';

/** A date and time on the business's clock. */
export type LocalMoment = { date: CalendarDate; minutes: number };

/**
 * Converts an instant (ms since 1970 in UTC) to a time zone's calendar date and minutes since
 * midnight (0 to 1439).
 */
export function localMoment(instant: number, timeZone: string): LocalMoment {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return { date: zoned.toPlainDate().toString(), minutes: zoned.hour * 60 + zoned.minute };
}

/** Returns the instant (ms) of a date and time in a time zone. Minute 1440 is the next midnight. */
export function instantOf({ date, minutes }: LocalMoment, timeZone: string): number {
  const hours = Math.floor(minutes / 60);
  const plainDate = Temporal.PlainDate.from(date).add({ days: Math.floor(hours / 24) });
  const plainTime = { hour: hours % 24, minute: minutes % 60 };
  return plainDate.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

const [EARLIEST, LATEST] = [Date.parse(FIRST_DATE), Date.parse(LAST_DATE)];

/**
 * Parses the time from a device's clock, sent as text or in ms. A wrong clock is never a reason to
 * refuse a device, because it may have been reset.
 *
 * @returns the instant in ms, or null if it's missing or impossible
 */
export function deviceInstant(sent: string | number | null | undefined): number | null {
  const instant = typeof sent === 'number' ? sent : Date.parse(sent ?? '');
  return instant >= EARLIEST && instant <= LATEST ? instant : null;
}

/** A time zone's offset from UTC (ms, negative if behind), starting at an instant (ms). */
export type ClockOffset = { from: number; offsetMs: number };

/** Returns a time zone's offset at `from` and each change until `to` (ms), in order. */
export function clockOffsets(timeZone: string, from: number, to: number): ClockOffset[] {
  const offsets: ClockOffset[] = [];
  let zoned: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (; zoned && zoned.epochMilliseconds <= to; zoned = zoned.getTimeZoneTransition('next')) {
    offsets.push({ from: zoned.epochMilliseconds, offsetMs: zoned.offsetNanoseconds / 1e6 });
  }
  return offsets;
}

/** Formats an instant on the business's calendar and clock: "Tuesday, June 23, 2026, 7:59 PM". */
export function formatMoment(instant: number, timeZone: string): string {
  const { date, minutes } = localMoment(instant, timeZone);
  return `${formatLongDate(date)}, ${clockText(minutes)}`;
}

/** Formats an instant on the business's clock for a file: "2026-06-23 19:59". */
export function formatIsoMoment(instant: number, timeZone: string): string {
  const { date, minutes } = localMoment(instant, timeZone);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Formats an instant on the business's clock, rounded up to 5 minutes: "10:40 AM". */
export function formatClock(instant: number, timeZone: string): string {
  const minutes = Math.ceil(localMoment(instant, timeZone).minutes / 5) * 5;
  return clockText(minutes);
}

/** Formats a full hour: "9:00 PM". 24 is midnight. */
export function formatHour(hour: number): string {
  return hour === 24 ? 'midnight' : clockText(hour * 60);
}

/** Formats minutes since midnight: "10:40 AM". 1440 is "12:00 AM". */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  const rest = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 || 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

const A_SUMMER = Date.UTC(2026, 6);

/**
 * Creating a format takes milliseconds, so formats are cached. A process needs only one or two time
 * zones.
 */
const zoneNames = new Map<string, string>();

/** Returns the everyday name of a time zone, the same all year: "Eastern Time". */
export function zoneName(timeZone: string): string {
  const cached = zoneNames.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  // Any year works, because the name doesn't depend on it.
  const name = format.formatToParts(A_SUMMER).find(({ type }) => type === 'timeZoneName');
  zoneNames.set(timeZone, name?.value ?? timeZone);
  return name?.value ?? timeZone;
}
