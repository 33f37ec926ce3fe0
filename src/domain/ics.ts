/** When a delivery takes place, as an event that stays one event in every calendar it is put into. */
export type DeliveryTimes = {
  /** Stays the same for the life of the event, so that a calendar program changes it instead of adding one. */
  uid: string;
  /** Instants in ms. */
  start: number;
  end: number;
  /** When it last changed, in ms. */
  changedAt: number;
  /** Rises with each change (RFC 5545, 3.8.7.4). */
  sequence: number;
  /** Not confirmed yet. */
  tentative: boolean;
};

export type IcsEvent = DeliveryTimes & { title: string; location: string; description: string };

/** What a calendar program that reads a link again and again needs to know of it. */
export type IcsFeed = { name: string; timeZone: string };

/**
 * Events as a text that calendar programs read (RFC 5545). Its times are in UTC, which every calendar
 * program shows locally.
 *
 * @param feed left out for a file, which a person opens once
 */
export function icsText(events: readonly IcsEvent[], feed?: IcsFeed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dockside//Deliveries//EN',
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
    `STATUS:${event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** 20260613T140000Z. */
function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
}

/** Text as a value: no line of it can become a line of the text. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** At most 75 bytes to a line; the rest goes on after a blank, and no character is cut. */
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
