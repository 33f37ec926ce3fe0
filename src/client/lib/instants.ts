/** Formats instants (milliseconds in UTC) in a time zone. */
import { withNoBreaks } from './no-breaks';

type Format = (at: number) => string;

export type InstantFormats = {
  /** "Nov 21, 2026, 3:15 PM" */
  formatInstant: Format;
  /** "Nov 21, 2026" */
  formatDay: Format;
  /** "Nov 21", if the year is obvious */
  formatDayOfYear: Format;
  /** "3:15 PM" */
  formatTimeOfDay: Format;
  /** "Sat 3:15 PM" */
  formatWeekdayAndTime: Format;
  /** "Saturday, November 21, 2026, 3:15 PM" */
  formatLongInstant: Format;
};

const cache = new Map<string, InstantFormats>();

/**
 * Returns the formats of a time zone. We cache them, because creating one takes longer than
 * formatting a whole list.
 *
 * @param timeZone undefined for the device's own
 * @param isShown true for a screen, so that a time doesn't wrap
 */
export function instantsIn(timeZone: string | undefined, isShown = false): InstantFormats {
  const key = `${timeZone} ${isShown}`;
  const formats = cache.get(key) ?? newFormats(timeZone, isShown);
  cache.set(key, formats);
  return formats;
}

function newFormats(timeZone: string | undefined, isShown: boolean): InstantFormats {
  const format = (options: Intl.DateTimeFormatOptions): Format => {
    const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    return (at) => (isShown ? withNoBreaks(formatter.format(at)) : formatter.format(at));
  };
  const formatTimeOfDay = format({ timeStyle: 'short' });
  const formatLongDay = format({ dateStyle: 'full' });
  return {
    formatInstant: format({ dateStyle: 'medium', timeStyle: 'short' }),
    formatDay: format({ dateStyle: 'medium' }),
    formatDayOfYear: format({ month: 'short', day: 'numeric' }),
    formatTimeOfDay,
    formatWeekdayAndTime: format({ weekday: 'short', hour: 'numeric', minute: '2-digit' }),
    // Temporal would do this, but not every browser has it.
    formatLongInstant: (at) => `${formatLongDay(at)}, ${formatTimeOfDay(at)}`,
  };
}
