/**
 * The table of notifications on drivers' and staff's devices. A locked phone shows them to anyone, so
 * they have places and times, but no names, phone numbers, codes, or notes.
 */
import { type CalendarDate, formatLongDate } from '../dates';
import { filled, firstFilled, type Values } from './message-table';

/** What a device shows, and the page that a press opens. Equal tags replace each other. */
export type PushText = { title: string; body: string; url: string; tag: string };

type Wording = {
  audience: 'driver' | 'staff' | 'both';
  /** The first title whose placeholders all have values is used. */
  titles: readonly string[];
  body: string;
};

/** Each event with its audience and its text. An event of several stops or items sums them up. */
export const PUSH_TABLE = {
  'stop-assigned': {
    audience: 'driver',
    titles: ['New stop for {day}'],
    body: '{window}, {place}',
  },
  'stop-removed': {
    audience: 'driver',
    titles: ['Stop removed for {day}'],
    body: '{window}, {place}',
  },
  'stop-changed': { audience: 'driver', titles: ['{place}'], body: '{change}' },
  'route-ordered': {
    audience: 'driver',
    titles: ['New order of stops for {day}'],
    body: 'Open your route to see it.',
  },
  'stops-assigned': {
    audience: 'driver',
    titles: ['{count} stops assigned for {day}', '{count} stops assigned'],
    body: 'Open your route to see them.',
  },
  'stops-removed': {
    audience: 'driver',
    titles: ['{count} stops removed for {day}', '{count} stops removed'],
    body: 'Open your route to see them.',
  },
  'route-changed': { audience: 'driver', titles: ['Your route changed'], body: '{changes}.' },
  'needs-attention': { audience: 'staff', titles: ['Needs attention'], body: '{kind}' },
  reply: {
    audience: 'staff',
    titles: ['A customer replied'],
    body: 'Open Needs attention to read it.',
  },
  'items-need-attention': {
    audience: 'staff',
    titles: ['{count} new items need attention'],
    body: '{kinds}',
  },
  test: {
    audience: 'both',
    titles: ['Notifications work'],
    body: 'You’ll hear about changes here.',
  },
} satisfies Record<string, Wording>;
export type PushEvent = keyof typeof PUSH_TABLE;

/** Fills in an event's text. */
function worded(event: PushEvent, values: Values): Pick<PushText, 'title' | 'body'> {
  const { titles, body } = PUSH_TABLE[event];
  return { title: firstFilled(titles, values), body: filled(body, values) ?? '' };
}

/** An event of a driver's route that's still true. */
export type RouteEvent =
  | { kind: 'assigned' | 'removed'; id: string; date: CalendarDate; when: string; place: string }
  | { kind: 'changed'; id: string; place: string; text: string }
  | { kind: 'moved'; date: CalendarDate };

/** "Saturday, June 13" */
const dayOf = (date: CalendarDate) => formatLongDate(date).replace(/, \d{4}$/, '');
const stops = (count: number) => (count === 1 ? '1 stop' : `${count} stops`);
const driverPage = (id?: string) => (id ? `/driver#stop=${encodeURIComponent(id)}` : '/driver');

/** Sums up a driver's events in one notification. Null if none is left. */
export function routeText(events: readonly RouteEvent[]): PushText | null {
  const [first] = events;
  if (!first) return null;
  const tag = 'route';
  if (events.length === 1) return { tag, ...oneEvent(first) };
  const url = driverPage();
  const dates = new Set(events.flatMap((event) => ('date' in event ? event.date : [])));
  const [date] = dates;
  const { kind } = first;
  if ((kind === 'assigned' || kind === 'removed') && events.every((one) => one.kind === kind)) {
    const day = dates.size === 1 && date ? dayOf(date) : null;
    return { tag, url, ...worded(`stops-${kind}`, { count: String(events.length), day }) };
  }
  const count = (wanted: RouteEvent['kind']) =>
    events.filter((event) => event.kind === wanted).length;
  const parts = (['assigned', 'removed', 'changed'] as const).flatMap((wanted) =>
    count(wanted) > 0 ? `${stops(count(wanted))} ${wanted}` : [],
  );
  if (count('moved') > 0) parts.push('new order of stops');
  return { tag, url, ...worded('route-changed', { changes: parts.join(', ') }) };
}

function oneEvent(event: RouteEvent): Omit<PushText, 'tag'> {
  switch (event.kind) {
    case 'assigned':
    case 'removed': {
      const { kind, id, date, when: window, place } = event;
      const url = driverPage(kind === 'assigned' ? id : undefined);
      return { ...worded(`stop-${kind}`, { day: dayOf(date), window, place }), url };
    }
    case 'changed': {
      const { id, place, text: change } = event;
      return { ...worded('stop-changed', { place, change }), url: driverPage(id) };
    }
    case 'moved':
      return { ...worded('route-ordered', { day: dayOf(event.date) }), url: driverPage() };
  }
}

/** An item of Needs attention that's still open, with the label of its kind. */
export type ReviewEvent = { appointmentId: string | null; label: string; isReply: boolean };

/** Sums up new items of Needs attention. Null if all of them were resolved. */
export function reviewText(items: readonly ReviewEvent[]): PushText | null {
  const [only, ...others] = items;
  if (!only) return null;
  const tag = 'review';
  if (others.length > 0) {
    const kinds = [...new Set(items.map(({ label }) => label))].join(', ');
    const text = worded('items-need-attention', { count: String(items.length), kinds });
    return { tag, ...text, url: '/admin/review' };
  }
  const query = only.appointmentId ? `?delivery=${encodeURIComponent(only.appointmentId)}` : '';
  const text = worded(only.isReply ? 'reply' : 'needs-attention', { kind: only.label });
  return { tag, ...text, url: `/admin/review${query}` };
}

export const TEST_PUSH: PushText = { ...worded('test', {}), url: '', tag: 'test' };
