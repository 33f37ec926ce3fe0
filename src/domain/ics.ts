import type { LocalMoment } from './time';

/**
 * An event of a feed or of a file. Its times are instants in ms, or moments of the clock at the dock, which a
 * calendar program shows as they are.
 */
export type IcsEvent = {
  /** Stays the same for the life of the event, so that a calendar program changes it instead of adding one. */
  uid: string;
  start: number | LocalMoment;
  end: number | LocalMoment;
  changedAt: number;
  title: string;
  location: string;
  description: string;
  tentative: boolean;
};

/** Events as a text that calendar programs read (RFC 5545). Its times are in UTC, which every calendar program shows locally. */
export function icsText(options: {
  name: string;
  timeZone?: string;
  events: readonly IcsEvent[];
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dockside//Deliveries//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(options.name)}`,
    ...(options.timeZone ? [`X-WR-TIMEZONE:${options.timeZone}`] : []),
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...options.events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function eventLines(event: IcsEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${Math.floor(event.changedAt / 1000) % 2_147_483_647}`,
    `DTSTART:${timeText(event.start)}`,
    `DTEND:${timeText(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `STATUS:${event.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** 20260613T140000Z for an instant, 20260613T100000 for a moment of a clock. */
function timeText(time: number | LocalMoment): string {
  if (typeof time === 'number') return utc(time);
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  const clock = twoDigits(Math.floor(time.minutes / 60)) + twoDigits(time.minutes % 60);
  return `${time.date.replaceAll('-', '')}T${clock}00`;
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
