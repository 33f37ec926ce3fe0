import { type CalendarDate, datesBetween } from './dates';
import { type Hours, weekdayTimeSlots, windowOn } from './slots/hours';
import { timeSlotOf } from './slots/time-slots';

/** The booked and the offered spots of one time window on all dates of a range. */
export type WindowFill = { slotIndex: number; label: string; booked: number; spots: number };

/** What staff changed about a window on one date. `maxBookings: null` means the usual capacity. */
type ChangedWindow = {
  date: CalendarDate;
  slotIndex: number;
  isAvailable: boolean;
  maxBookings: number | null;
};

type FillFacts = {
  /** Returns the hours that applied on a date. */
  hoursOn: (date: CalendarDate) => Hours;
  /** The capacity of a window without its own. */
  defaultCapacity: number;
  changed: readonly ChangedWindow[];
  booked: readonly { date: CalendarDate; slotIndex: number; booked: number }[];
};

/**
 * Sums the booked and the offered spots by time window, the earliest window first. A blocked window
 * and a closed day offer none. A booked spot always counts as offered, so that no window is more than
 * full after its capacity was lowered.
 */
export function windowFills(
  range: { from: CalendarDate; to: CalendarDate },
  { hoursOn, defaultCapacity, changed, booked }: FillFacts,
): WindowFill[] {
  const keyOf = (date: CalendarDate, slotIndex: number) => `${date}/${slotIndex}`;
  const changeOf = new Map(changed.map((one) => [keyOf(one.date, one.slotIndex), one]));
  const bookedOf = new Map(booked.map((one) => [keyOf(one.date, one.slotIndex), one.booked]));
  const bookedOn = Map.groupBy(booked, ({ date }) => date);
  const fills = new Map<number, WindowFill>();
  for (const date of datesBetween(range.from, range.to)) {
    const hours = hoursOn(date);
    const offered = weekdayTimeSlots(hours, date).map(({ index }) => index);
    const taken = (bookedOn.get(date) ?? []).map(({ slotIndex }) => slotIndex);
    for (const slotIndex of new Set([...offered, ...taken])) {
      const window = windowOn(hours, date, slotIndex);
      const change = changeOf.get(keyOf(date, slotIndex));
      const isOpen = window !== null && (change?.isAvailable ?? true);
      const capacity = isOpen ? (change?.maxBookings ?? window.places ?? defaultCapacity) : 0;
      const count = bookedOf.get(keyOf(date, slotIndex)) ?? 0;
      const fill = fills.get(slotIndex) ?? emptyFill(slotIndex);
      fill.booked += count;
      fill.spots += Math.max(capacity, count);
      fills.set(slotIndex, fill);
    }
  }
  return [...fills.values()]
    .filter(({ spots }) => spots > 0)
    .sort((a, b) => a.slotIndex - b.slotIndex);
}

const emptyFill = (slotIndex: number): WindowFill => ({
  slotIndex,
  label: timeSlotOf(slotIndex).label,
  booked: 0,
  spots: 0,
});
