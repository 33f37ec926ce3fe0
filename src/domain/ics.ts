/** The times of a delivery, as an event that calendar programs update instead of duplicating. */
export type DeliveryTimes = {
  /** Never changes, so a calendar program updates the event instead of adding another. */
  uid: string;
  /** Instants in ms. */
  start: number;
  end: number;
  /** Time of the last change, in ms. */
  changedAt: number;
  /** Increases with each change (RFC 5545, 3.8.7.4). */
  sequence: number;
  tentative: boolean;
};

export type IcsEvent = DeliveryTimes & {
  title: string;
  location: string;
  description: string;
  /** True to remove the event from calendars. */
  isCancelled?: boolean;
};

/** The facts that a calendar program needs to subscribe to a feed. */
export type IcsFeed = { name: string; timeZone: string };

/**
 * Formats events as an iCalendar file (RFC 5545). Times are in UTC, and calendar programs show them
 * in local time.
 *
 * @param company the name of the company that the events are from
 * @param feed the feed's facts; omitted for a file that a person opens once
 */
export function icsText(events: readonly IcsEvent[], company: string, feed?: IcsFeed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(company)}//Deliveries//EN`,
    'CALSCALE:GREGORIAN',
    ...(feed ? feedLines(feed) : []),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function feedLines({ name, timeZone }: IcsFeed): string[] {
  return [
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ];
}

function eventLines(event: IcsEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `STATUS:${statusOf(event)}`,
    'END:VEVENT',
  ];
}

function statusOf({ tentative, isCancelled }: IcsEvent): string {
  if (isCancelled) return 'CANCELLED';
  return tentative ? 'TENTATIVE' : 'CONFIRMED';
}

/** Formats an instant as 20260613T140000Z. */
function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
}

/** Escapes text for use as a value, so it can't add lines to the file. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/**
 * Folds a line at 75 bytes without splitting a character. Continuation lines start with a space.
 */
function fold(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).byteLength;
    if (size + bytes > 75) {
      parts.push(part);
      part = '';
      size = 1;
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join('\r\n ');
}
