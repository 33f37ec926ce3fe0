import type { CalendarDate } from '../dates';

type TimeSlotKey = { date: CalendarDate; slotIndex: number };
/** A delivery that staff may still move or cancel. */
type Leaving = TimeSlotKey & { id: string };

/**
 * Returns the time windows that a bulk change empties, which means that all their open deliveries
 * leave and no other delivery moves in.
 * @param open every open delivery of the affected windows
 * @param targets the new window of each delivery in the bulk change, by ID, or null if it's
 * cancelled
 */
export function emptiedWindows(
  open: readonly Leaving[],
  targets: ReadonlyMap<string, TimeSlotKey | null>,
): TimeSlotKey[] {
  const nameOf = ({ date, slotIndex }: TimeSlotKey) => `${date}/${slotIndex}`;
  const stillUsed = new Set([...targets.values()].flatMap((to) => (to ? nameOf(to) : [])));
  for (const delivery of open) if (!targets.has(delivery.id)) stillUsed.add(nameOf(delivery));
  const left = new Map(open.map((delivery) => [nameOf(delivery), delivery]));
  return [...left]
    .filter(([name]) => !stillUsed.has(name))
    .map(([, { date, slotIndex }]) => ({ date, slotIndex }));
}
