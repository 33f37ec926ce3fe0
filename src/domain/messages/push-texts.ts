/**
 * The table of notifications on drivers' and staff's devices. A locked phone shows them to anyone, so
 * they have places and times, but no names, phone numbers, codes, or notes.
 */
import { type CalendarDate, formatLongDate } from '../dates';

/** What a device shows, and the page that a press opens. Equal tags replace each other. */
export type PushText = { title: string; body: string; url: string; tag: string };

/** An event of a driver's route that's still true. */
export type RouteEvent =
  | { kind: 'assigned' | 'removed'; id: string; date: CalendarDate; when: string; place: string }
  | { kind: 'changed'; id: string; place: string; text: string }
  | { kind: 'moved'; date: CalendarDate };

/** "Saturday, June 13" */
const dayOf = (date: CalendarDate) => formatLongDate(date).replace(/, \d{4}$/, '');
const stops = (count: number) => (count === 1 ? '1 stop' : `${count} stops`);
const driverPage = (id?: string) => (id ? `/driver#stop=${encodeURIComponent(id)}` : '/driver');
const TITLES = { assigned: 'New stop', removed: 'Stop removed' };
const VERBS = { assigned: 'assigned', removed: 'removed' };

/** Sums up a driver's events in one notification. Null if none is left. */
export function routeText(events: readonly RouteEvent[]): PushText | null {
  const [first] = events;
  if (!first) return null;
  const tag = 'route';
  if (events.length === 1) return { tag, ...oneEvent(first) };
  const dates = new Set(events.flatMap((event) => ('date' in event ? event.date : [])));
  const [date] = dates;
  const { kind } = first;
  if (kind !== 'changed' && kind !== 'moved' && events.every((event) => event.kind === kind)) {
    const on = dates.size === 1 && date ? ` for ${dayOf(date)}` : '';
    const title = `${stops(events.length)} ${VERBS[kind]}${on}`;
    return { tag, title, body: 'Open your route to see them.', url: driverPage() };
  }
  const count = (wanted: RouteEvent['kind']) =>
    events.filter((event) => event.kind === wanted).length;
  const parts = (['assigned', 'removed', 'changed'] as const).flatMap((wanted) =>
    count(wanted) > 0 ? `${stops(count(wanted))} ${wanted}` : [],
  );
  if (count('moved') > 0) parts.push('new order of stops');
  return { tag, title: 'Your route changed', body: `${parts.join(', ')}.`, url: driverPage() };
}

function oneEvent(event: RouteEvent): Omit<PushText, 'tag'> {
  switch (event.kind) {
    case 'assigned':
    case 'removed': {
      const title = `${TITLES[event.kind]} for ${dayOf(event.date)}`;
      const isNew = event.kind === 'assigned';
      const url = driverPage(isNew ? event.id : undefined);
      return { title, body: `${event.when}, ${event.place}`, url };
    }
    case 'changed':
      return { title: event.place, body: event.text, url: driverPage(event.id) };
    case 'moved': {
      const title = `New order of stops for ${dayOf(event.date)}`;
      return { title, body: 'Open your route to see it.', url: driverPage() };
    }
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
    const title = `${items.length} new items need attention`;
    const body = [...new Set(items.map(({ label }) => label))].join(', ');
    return { tag, title, body, url: '/admin/review' };
  }
  const title = only.isReply ? 'A customer replied' : 'Needs attention';
  const body = only.isReply ? 'Open Needs attention to read it.' : only.label;
  const query = only.appointmentId ? `?delivery=${encodeURIComponent(only.appointmentId)}` : '';
  return { tag, title, body, url: `/admin/review${query}` };
}

export const TEST_PUSH: PushText = {
  title: 'Notifications work',
  body: 'You’ll hear about changes here.',
  url: '',
  tag: 'test',
};
