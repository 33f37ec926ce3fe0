/** Instants (milliseconds in UTC) as text of one time zone. */
import { withNoBreaks } from './no-breaks';

type Format = (at: number) => string;

export type InstantFormats = {
  /** "Nov 21, 2026, 3:15 PM" */
  formatInstant: Format;
  /** "Nov 21, 2026" */
  formatDay: Format;
  /** "Nov 21", where the year is plain to see */
  formatDayOfYear: Format;
  /** "3:15 PM" */
  formatTimeOfDay: Format;
  /** "Sat 3:15 PM" */
  formatWeekdayAndTime: Format;
  /** "Saturday, November 21, 2026, 3:15 PM" */
  formatLongInstant: Format;
};

const known = new Map<string, InstantFormats>();

/**
 * The formats of a zone, which are made once: making one takes longer than a whole list of texts.
 *
 * @param isShown for a screen, where no line ends inside a time
 */
export function instantsIn(timeZone: string, isShown = false): InstantFormats {
  const key = timeZone + isShown;
  const formats = known.get(key) ?? newFormats(timeZone, isShown);
  known.set(key, formats);
  return formats;
}

function newFormats(timeZone: string, isShown: boolean): InstantFormats {
  const format = (options: Intl.DateTimeFormatOptions): Format => {
    const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    return (at) => (isShown ? withNoBreaks(made.format(at)) : made.format(at));
  };
  const formatTimeOfDay = format({ timeStyle: 'short' });
  const formatLongDay = format({ dateStyle: 'full' });
  return {
    formatInstant: format({ dateStyle: 'medium', timeStyle: 'short' }),
    formatDay: format({ dateStyle: 'medium' }),
    formatDayOfYear: format({ month: 'short', day: 'numeric' }),
    formatTimeOfDay,
    formatWeekdayAndTime: format({ weekday: 'short', hour: 'numeric', minute: '2-digit' }),
    // Not by Temporal, which not every browser has.
    formatLongInstant: (at) => `${formatLongDay(at)}, ${formatTimeOfDay(at)}`,
  };
}
