/**
 * The waiting list: people who want a window that's full. A freed spot is offered to the first in line for a
 * short time, then to the next one.
 */
import type { CalendarDate } from '../dates';
import { type MessageHours, withinMessageHours } from '../message-hours';

/** How long an offer lasts. */
export const OFFER_MINUTES = 20;
const OFFER_MS = OFFER_MINUTES * 60_000;
/** Maximum number of open entries of one person. */
export const MOST_ENTRIES = 3;
/** Offers are made from the first hour until the second, in the business's time zone. */
const OFFER_HOURS: MessageHours = { messagesFromHour: 8, messagesUntilHour: 21 };
/** How long a guest may take to confirm an entry. */
export const CONFIRM_MS = 24 * 3_600_000;

/**
 * - `unconfirmed`: the guest hasn't used the link yet, so the entry doesn't count.
 * - `waiting`: in line.
 * - `offered`: a spot is reserved for this entry.
 * - `booked`: the offer was accepted, and its card is saved.
 * - `missed`: an offer wasn't accepted in time.
 * - `declined`: the person didn't want the spot.
 * - `left`: the person left the list.
 * - `lapsed`: the window can't be booked anymore.
 * - `refused`: the order can't be booked as it is.
 * - `removed`: staff removed the entry.
 */
export const WAITING_STATUSES = [
  'unconfirmed',
  'waiting',
  'offered',
  'booked',
  'missed',
  'declined',
  'left',
  'lapsed',
  'refused',
  'removed',
] as const;
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

/** The statuses from which a person may join the end of the line again. */
export const MAY_STAY: readonly WaitingStatus[] = ['missed', 'declined', 'left'];

/** An entry in line, for one window or for any window of its date. */
export type InLine = {
  id: string;
  date: CalendarDate;
  /** Null means any window of the date. */
  slotIndex: number | null;
  /** When it joined the line (ms). */
  queuedAt: number;
};

/** Sorts entries by their place in line. */
export const byPlace = (a: InLine, b: InLine) =>
  a.queuedAt - b.queuedAt || (a.id < b.id ? -1 : Number(a.id !== b.id));

/** True if an entry waits for this window. */
export const waitsFor = (
  { date, slotIndex }: Pick<InLine, 'date' | 'slotIndex'>,
  window: { date: CalendarDate; slotIndex: number },
) => date === window.date && (slotIndex === null || slotIndex === window.slotIndex);

/** The people who want a window: those in line, and those who have an offer for it. */
export type WindowLine = { waiting: number; offered: number };

/** Returns the number of people who want each window. Those who wait for any window count in each. */
export function windowLine(
  rows: readonly { slotIndex: number | null; status: string; people: number }[],
  slotIndex: number,
): WindowLine {
  const count = (status: string) =>
    rows
      .filter((row) => row.status === status)
      .filter((row) => row.slotIndex === null || row.slotIndex === slotIndex)
      .reduce((sum, { people }) => sum + people, 0);
  return { waiting: count('waiting'), offered: count('offered') };
}

/** Returns a window's line as text, such as "3 waiting" or "2 waiting, 1 offered". Null if it's empty. */
export function windowLineText({ waiting, offered }: WindowLine): string | null {
  const parts = [waiting > 0 && `${waiting} waiting`, offered > 0 && `${offered} offered`];
  return parts.filter(Boolean).join(', ') || null;
}

/** True if a window has free spots, but all of them are for the people in line. */
export const isForLine = (
  { occupied, capacity }: { occupied: number; capacity: number },
  { waiting }: Pick<WindowLine, 'waiting'>,
): boolean => occupied < capacity && occupied + waiting >= capacity;

/** A window that can be booked, and its number of free spots without regard to the line. */
export type FreeWindow = { date: CalendarDate; slotIndex: number; free: number };

/** Returns the offers to make now: each free spot goes to the first in line who waits for it. */
export function offersFor(
  line: readonly InLine[],
  windows: readonly FreeWindow[],
): { entry: InLine; slotIndex: number }[] {
  const left = windows.map((window) => ({ ...window })).sort((a, b) => a.slotIndex - b.slotIndex);
  return [...line].sort(byPlace).flatMap((entry) => {
    const window = left.find((one) => one.free > 0 && waitsFor(entry, one));
    if (!window) return [];
    window.free -= 1;
    return [{ entry, slotIndex: window.slotIndex }];
  });
}

/** True if an instant (ms) is within the hours for offers. */
export const isOfferHour = (now: number, timeZone: string): boolean =>
  withinMessageHours(now, OFFER_HOURS, timeZone) === now;

/**
 * True if offers may be made at an instant (ms): during the day, and never outside the hours in which the
 * owner lets us send messages.
 */
export function mayOfferAt(now: number, hours: MessageHours, timeZone: string): boolean {
  return isOfferHour(now, timeZone) && withinMessageHours(now, hours, timeZone) === now;
}

/** Returns when an offer made at `now` ends (ms). It doesn't outlast the start of its window. */
export const offerEnd = (now: number, startsAt: number) => Math.min(now + OFFER_MS, startsAt);

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * Returns an entry's place in line for its window. Null if it's far back, or if someone ahead waits for any
 * window of the day, because then the place depends on which window has a spot first.
 */
export function placeInLine(entry: InLine, line: readonly InLine[]): string | null {
  const { slotIndex, date } = entry;
  if (slotIndex === null) return null;
  const ahead = line.filter(
    (one) => one.id !== entry.id && waitsFor(one, { date, slotIndex }) && byPlace(one, entry) < 0,
  );
  if (ahead.some((one) => one.slotIndex === null)) return null;
  return ORDINALS[ahead.length] ?? null;
}

/** The state of an offer, as its person sees it. */
export type OfferState = 'open' | 'accepted' | 'booked' | 'ended';

/** The facts of an offer's appointment. */
type Offered = { status: string; holdExpiresAt: number | null };

/** Returns the state of an offer at `now` (ms), based on its appointment. */
export function offerState(
  { acceptedAt }: { acceptedAt: number | null },
  appointment: Offered | null | undefined,
  now: number,
): OfferState {
  if (!appointment || appointment.status === 'cancelled') return 'ended';
  if (appointment.holdExpiresAt === null) return 'booked';
  if (appointment.holdExpiresAt <= now) return 'ended';
  return acceptedAt === null ? 'open' : 'accepted';
}

/**
 * Returns the status of an entry whose offer ended. If the customer or staff cancelled the appointment in time,
 * the spot wasn't missed.
 */
export const endedStatus = (
  appointment: (Offered & { cancelledAt: number | null }) | null | undefined,
): 'missed' | 'declined' => {
  if (appointment?.status !== 'cancelled') return 'missed';
  const { cancelledAt, holdExpiresAt } = appointment;
  const isInTime = holdExpiresAt === null || (cancelledAt ?? 0) < holdExpiresAt;
  return isInTime ? 'declined' : 'missed';
};
