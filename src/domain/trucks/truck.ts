import type { CalendarDate } from '../dates';

/** No operator of this size has more trucks. */
export const MAX_TRUCKS = 100;

/** A truck, as a driver's day needs it. */
export type Truck = { id: number; name: string; meterSerial: string | null; isActive: boolean };

/** A driver's choice of a truck for a date. */
export type TruckDay = { date: CalendarDate; truckId: number };

/**
 * Returns a driver's truck on a date, or null if the driver must choose one. Without a choice for
 * the date, it's the only active truck, or else the truck of the driver's last earlier choice.
 *
 * @param chosen the driver's choices, in any order
 */
export function truckOfDay<T extends Truck>(
  date: CalendarDate,
  { trucks, chosen }: { trucks: readonly T[]; chosen: readonly TruckDay[] },
): T | null {
  const byId = (id: number | undefined) => trucks.find((truck) => truck.id === id) ?? null;
  const ofDate = byId(chosen.find((choice) => choice.date === date)?.truckId);
  if (ofDate) return ofDate;
  const active = trucks.filter(({ isActive }) => isActive);
  const [only] = active;
  if (only && active.length === 1) return only;
  const last = chosen
    .filter((choice) => choice.date < date)
    .reduce<TruckDay | null>(
      (latest, choice) => (latest === null || choice.date > latest.date ? choice : latest),
      null,
    );
  const before = byId(last?.truckId);
  return before?.isActive ? before : null;
}
