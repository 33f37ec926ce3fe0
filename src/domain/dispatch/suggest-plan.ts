import { isAnything, type Load, loadOfAll, shortOf } from '../driver/on-board';
import type { OrderItems } from '../order/order';
import type { Position } from '../route/distance';
import { type ExpectedStop, expectStops, type TimedStop, wayMinutes } from '../route/lateness';
import { applyManualSequence, planRoute, type Stop } from '../route/stop-order';

/** An open delivery of the day. */
export type PlanStop = Stop & TimedStop & OrderItems & { driverId: number | null };

export type PlanDriver = {
  id: number;
  /** Null if unknown. */
  position: Position | null;
  /** What's left on board, or null if no load was entered. */
  onBoard: Load | null;
  /** The driver's own order of the stops, or null if the planned one applies. */
  manualOrder: readonly string[] | null;
};

/**
 * The reason why a delivery isn't assigned: no driver can make it in its window, or no driver has
 * enough on board.
 */
export type LeftOverReason = 'late' | 'load' | 'no_driver';

export type SuggestedPlan = {
  assigned: { id: string; driverId: number }[];
  left: { id: string; reason: LeftOverReason }[];
  /** Each driver's day with the suggested stops. */
  drivers: { id: number; stops: PlanStop[]; expected: ExpectedStop[] }[];
};

/**
 * Waiting counts less than traveling for the same time, so that a driver prefers to stay near a
 * dock.
 */
const WAIT_WEIGHT = 0.25;
const MINUTE_MS = 60_000;

/**
 * Suggests a driver for each delivery without one. Deliveries that already have a driver keep that
 * driver. The plan never makes a stop late or a load short. If a delivery would do that, it's left
 * over with the reason, and staff decide. The same input always gives the same plan.
 */
export function suggestPlan(
  given: readonly PlanStop[],
  drivers: readonly PlanDriver[],
  now: number,
): SuggestedPlan {
  const stops = given.toSorted(byUrgency);
  const days = drivers.toSorted((a, b) => a.id - b.id).map((driver) => dayOf(driver, stops, now));
  const left: SuggestedPlan['left'] = [];
  for (const stop of stops.filter(({ driverId }) => driverId === null)) {
    const fits = days.filter((day) => !isShortWith(day, stop));
    const [best] = fits
      .flatMap((day) => bestSpot(day, stop, now) ?? [])
      .toSorted((a, b) => a.cost - b.cost || a.day.driver.id - b.day.driver.id);
    if (best) {
      best.day.route = best.route;
      best.day.added.push(stop);
    } else {
      const reason = days.length === 0 ? 'no_driver' : fits.length === 0 ? 'load' : 'late';
      left.push({ id: stop.id, reason });
    }
  }
  for (const day of days) left.push(...dropLate(day, now));
  return {
    left,
    assigned: days.flatMap(({ driver, added }) =>
      added.map(({ id }) => ({ id, driverId: driver.id })),
    ),
    drivers: days.map(({ driver, own, added }) => {
      const route = routeOf(driver, [...own, ...added]);
      return { id: driver.id, stops: route, expected: expectOn(driver, route, now) };
    }),
  };
}

/** A driver's day while it's being planned. */
type Day = {
  driver: PlanDriver;
  /** The stops that the driver already had. */
  own: PlanStop[];
  added: PlanStop[];
  route: PlanStop[];
  /** The lateness of the driver's own stops without the added ones, in minutes. */
  lateBefore: ReadonlyMap<string, number>;
};

function dayOf(driver: PlanDriver, stops: readonly PlanStop[], now: number): Day {
  const own = stops.filter(({ driverId }) => driverId === driver.id);
  const route = routeOf(driver, own);
  const late = expectOn(driver, route, now).map((one) => [one.id, one.lateMinutes] as const);
  return { driver, own, added: [], route, lateBefore: new Map(late) };
}

/** Sorts earlier windows first, and puts the stops of one dock next to each other. */
const byUrgency = (a: PlanStop, b: PlanStop) =>
  a.endsAt - b.endsAt || compare(a.location, b.location) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function isShortWith({ driver, own, added }: Day, stop: PlanStop): boolean {
  if (!driver.onBoard) return false;
  const before = shortOf(driver.onBoard, loadOfAll([...own, ...added]));
  const after = shortOf(driver.onBoard, loadOfAll([...own, ...added, stop]));
  return isAnything(shortOf(before, after));
}

/** Returns the order in which the driver makes these stops. */
function routeOf({ position, manualOrder }: PlanDriver, stops: readonly PlanStop[]): PlanStop[] {
  const planned = planRoute(stops, position);
  const ordered = manualOrder ? applyManualSequence(planned, manualOrder) : planned;
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  return ordered.flatMap(({ id }) => byId.get(id) ?? []);
}

const expectOn = ({ position }: PlanDriver, route: readonly PlanStop[], now: number) =>
  expectStops(route, { now, from: position });

const isLater = ({ lateBefore }: Day, expected: readonly ExpectedStop[]) =>
  expected.some(({ id, lateMinutes }) => lateMinutes > (lateBefore.get(id) ?? 0));

/**
 * Returns the best position for a stop among the stops of its window, or null if every position
 * makes something late.
 */
function bestSpot(day: Day, stop: PlanStop, now: number) {
  const { driver, route } = day;
  const rank = (one: Stop) => (one.enRoute ? -1 : one.slotIndex);
  const from = route.filter((one) => rank(one) < rank(stop)).length;
  const to = route.filter((one) => rank(one) <= rank(stop)).length;
  let best: { day: Day; route: PlanStop[]; cost: number } | null = null;
  for (let at = from; at <= to; at += 1) {
    const next = [...route.slice(0, at), stop, ...route.slice(at)];
    const expected = expectOn(driver, next, now);
    if (isLater(day, expected)) continue;
    const waited = ((expected[at]?.expectedAt ?? 0) - stop.beginsAt) / MINUTE_MS;
    const cost = detour(driver, route, at, stop) + WAIT_WEIGHT * Math.max(0, waited);
    if (!best || cost < best.cost) best = { day, route: next, cost };
  }
  return best;
}

/** Returns the travel that a stop adds between its neighbors, in minutes. */
function detour(driver: PlanDriver, route: readonly PlanStop[], at: number, stop: PlanStop) {
  const before = route[at - 1] ?? { location: null, position: driver.position };
  const after = route[at];
  if (!after) return wayMinutes(before, stop);
  return wayMinutes(before, stop) + wayMinutes(stop, after) - wayMinutes(before, after);
}

/**
 * Leaves out the last added stops until nothing is late in the order that the driver will see. That
 * order is the shortest one, and may differ from the order in which the stops were added.
 */
function dropLate(day: Day, now: number): SuggestedPlan['left'] {
  const { driver, own, added } = day;
  const dropped: SuggestedPlan['left'] = [];
  while (
    added.length > 0 &&
    isLater(day, expectOn(driver, routeOf(driver, [...own, ...added]), now))
  ) {
    const stop = added.pop();
    if (stop) dropped.push({ id: stop.id, reason: 'late' });
  }
  return dropped;
}
