import { metresBetween, type Position } from './distance';

/** What a boat or a truck makes good on a day of deliveries, stops at docks and lights included. */
const METRES_PER_MINUTE = 500;
/** No shore is straight: what is driven for a metre as the crow flies. */
const DETOUR = 1.4;
/** The length of the way while a position is missing. */
const USUAL_MINUTES = 20;
/** Tying up, fuelling and paying at a stop before this one. */
const STOP_MINUTES = 12;
const LEAST_MINUTES = 5;
const MINUTE_MS = 60_000;

/** A smaller change is not told to the customer. */
const WORTH_TELLING_MS = 3 * MINUTE_MS;

/**
 * When a driver who is on the way should be there, in ms: a rough figure, which people are shown as
 * "about". `stopsBefore` are those the driver has also set out for and makes first.
 */
export function roughArrival(input: {
  now: number;
  driver: Position | null;
  dock: Position | null;
  stopsBefore: number;
}): number {
  const { now, driver, dock, stopsBefore } = input;
  const travel =
    driver && dock ? (metresBetween(driver, dock) * DETOUR) / METRES_PER_MINUTE : USUAL_MINUTES;
  const minutes = Math.max(LEAST_MINUTES, travel) + stopsBefore * STOP_MINUTES;
  return now + Math.round(minutes) * MINUTE_MS;
}

/** Whether a new figure differs enough from the one that the customer was told. */
export function isNewArrival(known: number | null, next: number): boolean {
  return known === null || Math.abs(next - known) >= WORTH_TELLING_MS;
}
