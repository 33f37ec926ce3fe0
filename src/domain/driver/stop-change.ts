/** Changes that other people make to a driver's stop, and whether the driver has seen them. */
import { type CalendarDate, formatMonthDay } from '../dates';
import { formatGallons, type GallonTenths } from '../money';
import { ORDER_FACTS, ORDER_FIELDS, type Order, orderFactText, orderOf } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';
import { instantOf } from '../time';

/** The facts of a stop that its driver works by. */
export type StopFacts = Order & { date: CalendarDate; slotIndex: number; boatName: string | null };
export const STOP_FIELDS = ['date', 'slotIndex', ...ORDER_FIELDS, 'boatName'] as const;
export type StopField = keyof StopFacts;

/** Who changed a stop. Null if we don't know. */
export const CHANGED_BY = ['dispatch', 'customer'] as const;
export type ChangedBy = (typeof CHANGED_BY)[number] | null;

/** One changed fact, as the driver reads it. */
export type StopFactChange = { field: StopField; label: string; text: string };

/** A change of a stop as stored: its number, the facts before it, and who made it. */
export type StoredStopChange = { id: number; before: StopFacts; by: ChangedBy; at: number };

/** The changes of a stop that its driver hasn't acknowledged. */
export type StopChange = {
  /** The number of the latest one. Acknowledging it acknowledges the earlier ones too. */
  id: number;
  by: ChangedBy;
  facts: StopFactChange[];
};

type FactsRow = Parameters<typeof orderOf>[0] & {
  date: CalendarDate;
  slotIndex: number;
  boat: { name: string | null } | null;
};

/** Picks a stop's facts from its row. */
export const stopFactsOf = (row: FactsRow): StopFacts => ({
  ...orderOf(row),
  date: row.date,
  slotIndex: row.slotIndex,
  boatName: row.boat?.name ?? null,
});

type ChangeRow = Omit<StoredStopChange, 'before'> & { before: Record<string, unknown> };

/** Reads a stored change. SQLite stores booleans as 0 or 1. */
export const storedChange = ({ id, before, by, at }: ChangeRow): StoredStopChange => ({
  id,
  before: { ...(before as unknown as StopFacts), fillUp: before.fillUp === 1 },
  by,
  at,
});

/**
 * Returns the changes of a stop that its driver must acknowledge, or null. Changes before the
 * delivery's date don't count, because the driver hadn't started the day. A change that was undone
 * doesn't count either.
 *
 * @param unseen the changes that aren't acknowledged, oldest first
 */
export function stopChangeOf(
  unseen: readonly StoredStopChange[],
  now: StopFacts,
  timeZone: string,
): StopChange | null {
  const dayBegins = instantOf({ date: now.date, minutes: 0 }, timeZone);
  const today = unseen.filter(({ at }) => at >= dayBegins);
  const [first] = today;
  const last = today.at(-1);
  if (!first || !last) return null;
  const facts = changedFacts(first.before, now);
  if (facts.length === 0) return null;
  const isSamePerson = today.every(({ by }) => by === last.by);
  return { id: last.id, by: isSamePerson ? last.by : null, facts };
}

/** Returns the facts that differ, in the order in which drivers read them. */
export function changedFacts(before: StopFacts, now: StopFacts): StopFactChange[] {
  return STOP_FIELDS.filter((field) => before[field] !== now[field]).map((field) => ({
    field,
    label: LABELS[field] ?? ORDER_FACTS[field as keyof Order].label,
    text: textOf(field, before, now),
  }));
}

const LABELS: { readonly [F in StopField]?: string } = {
  date: 'Date',
  slotIndex: 'Time',
  boatName: 'Boat',
};

/** Facts that are clear without their label. */
function textOf(field: StopField, before: StopFacts, now: StopFacts): string {
  const change = (from: string, to: string) => `${from} → ${to}`;
  switch (field) {
    case 'estimatedGallonsTenths':
      return change(formatGallons(before[field]), gallonsText(now[field]));
    case 'date':
      return change(formatMonthDay(before.date), formatMonthDay(now.date));
    case 'slotIndex':
      return change(timeSlotLabel(before.slotIndex), timeSlotLabel(now.slotIndex));
    case 'boatName':
      return `Boat: ${change(before.boatName ?? 'none', now.boatName ?? 'none')}`;
    case 'location':
    case 'fuelType':
      return change(before[field], now[field]);
    default: {
      const [from, to] = [before, now].map((order) => orderFactText(order, field) ?? 'none');
      return `${ORDER_FACTS[field].label}: ${change(String(from), String(to))}`;
    }
  }
}

const gallonsText = (tenths: GallonTenths) => `${formatGallons(tenths)} gal`;

const TITLES: Readonly<Record<NonNullable<ChangedBy>, string>> = {
  dispatch: 'Dispatch changed this stop',
  customer: 'The customer changed this stop',
};

/** "Dispatch changed this stop" */
export const changeTitle = (by: ChangedBy): string =>
  by === null ? 'This stop changed' : TITLES[by];

/** "Dispatch changed this stop: 10 → 20 gal" */
export const stopChangeText = ({ by, facts }: Pick<StopChange, 'by' | 'facts'>): string =>
  `${changeTitle(by)}: ${facts.map(({ text }) => text).join(', ')}`;

/** Texts without anything that a stranger who sees the phone shouldn't read. */
const LOCK_SCREEN: { readonly [F in StopField]?: string } = {
  driverNote: 'note for the driver',
  boatName: 'another boat',
};

/**
 * Like `stopChangeText`, for a locked phone. A note may contain a gate code, and a boat may be named
 * after a person.
 */
export const changeOnLockScreen = ({ by, facts }: Pick<StopChange, 'by' | 'facts'>): string =>
  `${changeTitle(by)}: ${facts.map(({ field, text }) => LOCK_SCREEN[field] ?? text).join(', ')}`;
