/** Instants (milliseconds in UTC) as text, in the time zone of the person who reads. */

function instantFormat(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US', options);
  return (at) => format.format(at);
}

/** "Nov 21, 2026, 3:15 PM" */
export const formatInstant = instantFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** "Nov 21, 2026" */
export const formatDay = instantFormat({ dateStyle: 'medium' });

/** "3:15 PM" */
export const formatTimeOfDay = instantFormat({ timeStyle: 'short' });

/** "Sat, 3:15 PM" */
export const formatWeekdayAndTime = instantFormat({
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
