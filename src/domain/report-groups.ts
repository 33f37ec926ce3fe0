import type { CalendarDate } from './dates';
import type { Cents, GallonTenths } from './money';
import { type Place, placeAt } from './places/place';
import { timeSlotInstants } from './route/lateness';
import { type Zones, zoneAt } from './time-zones';

/** A completed delivery, as a report counts it. */
export type ReportedDelivery = {
  date: CalendarDate;
  slotIndex: number;
  /** When it was completed, in ms. */
  completedAt: number | null;
  isWalkUp: boolean;
  driverName: string | null;
  location: string;
  gallonsTenths: GallonTenths | null;
  totalCents: Cents;
};

/** The sums of one driver's or one place's deliveries. */
export type ReportGroup = {
  name: string;
  deliveries: number;
  gallonsTenths: number;
  /** The totals of the deliveries, paid or not. */
  salesCents: number;
  /** Deliveries completed by the end of their window, and those completed later. */
  onTime: number;
  late: number;
};

export const WITHOUT_DRIVER = 'No driver';
export const OTHER_PLACES = 'Other addresses';

/**
 * Returns whether a delivery was completed by the end of its window. Null for a walk-up, which has
 * none.
 */
export function wasOnTime(
  { date, slotIndex, completedAt, isWalkUp }: ReportedDelivery,
  zones: Zones,
): boolean | null {
  if (isWalkUp || completedAt === null) return null;
  return completedAt <= timeSlotInstants(date, slotIndex, zoneAt(zones, completedAt)).endsAt;
}

/**
 * Sums deliveries by driver and by place, the largest sales first. An address that isn't in the
 * owner's list of places counts as another address, so that a report names no customer's home.
 */
export function groupDeliveries(
  deliveries: readonly ReportedDelivery[],
  places: readonly Place[],
  zones: Zones,
): { drivers: ReportGroup[]; places: ReportGroup[] } {
  const nameOfPlace = new Map<string, string>();
  for (const { location } of deliveries) {
    if (!nameOfPlace.has(location)) {
      nameOfPlace.set(location, placeAt(places, location)?.name ?? OTHER_PLACES);
    }
  }
  const sumsBy = (nameOf: (delivery: ReportedDelivery) => string) =>
    [...Map.groupBy(deliveries, nameOf)]
      .map(([name, own]) => sumsOf(name, own, zones))
      .sort((a, b) => b.salesCents - a.salesCents || (a.name < b.name ? -1 : 1));
  return {
    drivers: sumsBy(({ driverName }) => driverName ?? WITHOUT_DRIVER),
    places: sumsBy(({ location }) => nameOfPlace.get(location) ?? OTHER_PLACES),
  };
}

function sumsOf(name: string, deliveries: readonly ReportedDelivery[], zones: Zones): ReportGroup {
  const sum = { name, deliveries: 0, gallonsTenths: 0, salesCents: 0, onTime: 0, late: 0 };
  for (const delivery of deliveries) {
    sum.deliveries += 1;
    sum.gallonsTenths += delivery.gallonsTenths ?? 0;
    sum.salesCents += delivery.totalCents;
    const onTime = wasOnTime(delivery, zones);
    if (onTime !== null) sum[onTime ? 'onTime' : 'late'] += 1;
  }
  return sum;
}
