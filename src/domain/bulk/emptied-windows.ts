import type { CalendarDate } from '../dates';

type TimeSlotKey = { date: CalendarDate; slotIndex: number };
/** A delivery of a time slot that staff may still move or cancel. */
type Leaving = TimeSlotKey & { id: string };

/**
 * The time slots that a bulk change empties: all of their open deliveries leave, and none comes in.
 *
 * @param open every open delivery of the time slots in question
 * @param targets where each delivery of the bulk change goes, by its id; null if it's cancelled
 */
export function emptiedWindows(
  open: readonly Leaving[],
  targets: ReadonlyMap<string, TimeSlotKey | null>,
): TimeSlotKey[] {
  const nameOf = ({ date, slotIndex }: TimeSlotKey) => `${date}/${slotIndex}`;
  const kept = new Set([...targets.values()].flatMap((to) => (to ? nameOf(to) : [])));
  for (const one of open) if (!targets.has(one.id)) kept.add(nameOf(one));
  const left = new Map(open.map((one) => [nameOf(one), one]));
  return [...left]
    .filter(([name]) => !kept.has(name))
    .map(([, { date, slotIndex }]) => ({ date, slotIndex }));
}
