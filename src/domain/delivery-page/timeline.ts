import type { AppointmentStatus } from '../appointment/status';
import type { AuditAction } from '../audit/actions';
import { type CalendarDate, formatMonthDay, formatWeekday } from '../dates';
import { timeSlotLabel } from '../slots/time-slots';
import { clockText, localMoment } from '../time';

/** The steps of a delivery that its customer follows, with their labels. */
export const STEP_LABELS = {
  received: 'Received',
  confirmed: 'Confirmed',
  scheduled: 'Scheduled',
  moved: 'Moved',
  on_the_way: 'On the way',
  not_delivered: 'Not delivered',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const;
export type StepKind = keyof typeof STEP_LABELS;

/** One step. `now` is the latest step of an open delivery, and `next` steps have no time yet. */
export type Step = {
  kind: StepKind;
  label: string;
  state: 'done' | 'now' | 'next';
  /** "Sat, Jun 13, 10:42 AM", or null for a step that hasn't happened. */
  time: string | null;
  /** The new date and window of a moved delivery. */
  detail: string | null;
};

/** An entry of the appointment's history. */
export type TimelineEntry = {
  action: AuditAction;
  at: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type TimelineFacts = {
  status: AppointmentStatus;
  createdAt: number;
  completedAt: number | null;
  cancelledAt: number | null;
  /** True if the driver couldn't deliver, which cancelled the delivery. */
  isNotDelivered: boolean;
  date: CalendarDate;
  slotIndex: number;
  entries: readonly TimelineEntry[];
};

const STEP_OF: Partial<Record<AuditAction, StepKind>> = {
  'appointment.confirmed': 'confirmed',
  'appointment.scheduled': 'scheduled',
  'appointment.en_route': 'on_the_way',
  'appointment.not_delivered': 'not_delivered',
};
/** The usual steps in order, each with the status that it leads to. */
const USUAL: readonly [StepKind, AppointmentStatus][] = [
  ['received', 'pending'],
  ['confirmed', 'confirmed'],
  ['scheduled', 'scheduled'],
  ['on_the_way', 'en_route'],
  ['delivered', 'completed'],
];
/** A delivery that was moved more often shows only its last moves. */
const MOST_MOVES = 3;

type Event = { kind: StepKind; at: number; to?: Plan };

/**
 * Returns a delivery's steps in order: what happened, with its time in the business's zone, and
 * what comes next. A step that was undone or that happened again is shown once.
 */
export function timelineOf(facts: TimelineFacts, timeZone: string): Step[] {
  const happened = eventsOf(facts);
  const isOpen = facts.status !== 'completed' && facts.status !== 'cancelled';
  const last = happened.findLast(({ kind }) => kind !== 'moved');
  const done = happened.map(({ kind, at, to }): Step => {
    const state = isOpen && kind === last?.kind ? 'now' : 'done';
    const detail = to ? `${shortDate(to.date)}, ${timeSlotLabel(to.slotIndex)}` : null;
    return { ...step(kind, state), time: momentText(at, timeZone), detail };
  });
  return isOpen ? [...done, ...nextSteps(facts.status)] : done;
}

const shortDate = (date: CalendarDate) => `${formatWeekday(date)}, ${formatMonthDay(date)}`;

function momentText(at: number, timeZone: string): string {
  const { date, minutes } = localMoment(at, timeZone);
  return `${shortDate(date)}, ${clockText(minutes)}`;
}

const step = (kind: StepKind, state: Step['state']): Step => ({
  kind,
  label: STEP_LABELS[kind],
  state,
  time: null,
  detail: null,
});

function nextSteps(status: AppointmentStatus): Step[] {
  const at = USUAL.findIndex(([, reached]) => reached === status);
  return USUAL.slice(at + 1).map(([kind]) => step(kind, 'next'));
}

function eventsOf(facts: TimelineFacts): Event[] {
  const once = new Map<StepKind, Event>([['received', { kind: 'received', at: facts.createdAt }]]);
  const moves: Event[] = [];
  let planned = originalOf(facts);
  for (const entry of facts.entries.toSorted((a, b) => a.at - b.at)) {
    const kind = STEP_OF[entry.action];
    if (kind) once.set(kind, { kind, at: entry.at });
    if (entry.action === 'appointment.turned_back') once.delete('on_the_way');
    const to = movedTo(entry, planned);
    if (!to) continue;
    planned = to;
    moves.push({ kind: 'moved', at: entry.at, to });
  }
  // Undone steps, such as the assignment of a driver who was removed, aren't shown.
  const rank = USUAL.findIndex(([, status]) => status === facts.status);
  if (rank >= 0) for (const [kind] of USUAL.slice(rank + 1)) once.delete(kind);
  const { status, completedAt, cancelledAt, isNotDelivered } = facts;
  if (status === 'completed' && completedAt !== null) {
    once.delete('not_delivered');
    once.set('delivered', { kind: 'delivered', at: completedAt });
  }
  if (status === 'cancelled' && cancelledAt !== null) {
    const kind = isNotDelivered ? 'not_delivered' : 'cancelled';
    once.delete('not_delivered');
    once.set(kind, { kind, at: cancelledAt });
  }
  return [...once.values(), ...moves.slice(-MOST_MOVES)].sort(
    (a, b) => a.at - b.at || orderOf(a) - orderOf(b),
  );
}

const ORDER = Object.keys(STEP_LABELS);
const orderOf = ({ kind }: Event) => ORDER.indexOf(kind);

type Plan = { date: CalendarDate; slotIndex: number };

/** An entry names only what it changed, so the first one that names a part has its first value. */
function originalOf({ entries, date, slotIndex }: TimelineFacts): Plan {
  const first = (name: keyof Plan) =>
    entries
      .toSorted((a, b) => a.at - b.at)
      .map(({ before }) => before?.[name])
      .find((value) => value !== undefined);
  return {
    date: (first('date') as CalendarDate | undefined) ?? date,
    slotIndex: (first('slotIndex') as number | undefined) ?? slotIndex,
  };
}

/** Returns the new plan if an entry changed the date or the window, or else null. */
function movedTo({ after }: TimelineEntry, planned: Plan): Plan | null {
  const date = typeof after?.date === 'string' ? after.date : planned.date;
  const slotIndex = typeof after?.slotIndex === 'number' ? after.slotIndex : planned.slotIndex;
  const isMoved = date !== planned.date || slotIndex !== planned.slotIndex;
  return isMoved ? { date, slotIndex } : null;
}
