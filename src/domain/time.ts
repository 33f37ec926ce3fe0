import { type CalendarDate, FIRST_DATE, formatLongDate, LAST_DATE } from './dates';

/** A moment as the business's wall clock shows it. */
export type LocalMoment = { date: CalendarDate; minutes: number };

/**
 * The wall clock in a zone at an instant: its calendar date and the minutes since midnight (0 to
 * 1439) as the clock shows them. Instants are ms since 1970 in UTC, always passed in.
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

const [EARLIEST, LATEST] = [Date.parse(FIRST_DATE), Date.parse(LAST_DATE)];

/**
 * The instant (ms) that a device's own clock told, as text or as a number of ms; null if it told nothing
 * that can be true. A device is never refused for its clock, which may have been reset.
 */
export function deviceInstant(told: string | number | null | undefined): number | null {
  const instant = typeof told === 'number' ? told : Date.parse(told ?? '');
  return instant >= EARLIEST && instant <= LATEST ? instant : null;
}

/** How far a zone's clock is ahead of UTC (ms, less than 0 behind it), from an instant (ms) on. */
export type ClockOffset = { from: number; offsetMs: number };

/** The offset of a zone at `from` and each later one until `to` (ms), the first one first. */
export function clockOffsets(timeZone: string, from: number, to: number): ClockOffset[] {
  const offsets: ClockOffset[] = [];
  let zoned: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (; zoned && zoned.epochMilliseconds <= to; zoned = zoned.getTimeZoneTransition('next')) {
    offsets.push({ from: zoned.epochMilliseconds, offsetMs: zoned.offsetNanoseconds / 1e6 });
  }
  return offsets;
}

/** "Tuesday, June 23, 2026, 7:59 PM": an instant as the business's calendar and clock show it. */
export function formatMoment(instant: number, timeZone: string): string {
  const { date, minutes } = localMoment(instant, timeZone);
  return `${formatLongDate(date)}, ${clockText(minutes)}`;
}

/** "10:40 AM": an instant as the business's clock shows it, to the next five minutes. */
export function formatClock(instant: number, timeZone: string): string {
  const minutes = Math.ceil(localMoment(instant, timeZone).minutes / 5) * 5;
  return clockText(minutes);
}

/** "9:00 PM": a full hour of the day; 24 is midnight. */
export function formatHour(hour: number): string {
  return hour === 24 ? 'midnight' : clockText(hour * 60);
}

function clockText(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  const rest = String(minutes % 60).padStart(2, '0');
  return `${hour % 12 || 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

const A_SUMMER = Date.UTC(2026, 6);

/** Creating a format takes milliseconds, and a process needs one or two zones. */
const zoneNames = new Map<string, string>();

/** "Eastern Time": how people call a zone, all year round. */
export function zoneName(timeZone: string): string {
  const known = zoneNames.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' });
  // A year in which clocks change as they do today.
  const name = format.formatToParts(A_SUMMER).find(({ type }) => type === 'timeZoneName');
  zoneNames.set(timeZone, name?.value ?? timeZone);
  return name?.value ?? timeZone;
}
