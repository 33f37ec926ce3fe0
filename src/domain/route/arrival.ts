import type { GallonTenths } from '../money';
import { metresBetween, type Position } from './distance';

/** What a boat or a truck makes good on a day of deliveries, stops at docks and lights included. */
const METRES_PER_MINUTE = 500;
/** No shore is straight: what is driven for a metre as the crow flies. */
const DETOUR = 1.4;
/** The length of the way while a position is missing. */
const USUAL_MINUTES = 20;
/** Tying up and writing down what was delivered. */
const LEAST_STOP_MINUTES = 10;
const GALLONS_A_MINUTE = 10;
/** A stop of 20 gallons, where it is not known what is delivered. */
const USUAL_STOP_MINUTES = 12;
export const LEAST_MINUTES = 5;
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
  const minutes = travelMinutes(driver, dock) + stopsBefore * USUAL_STOP_MINUTES;
  return now + Math.round(minutes) * MINUTE_MS;
}

/** How long the way between two places takes, in minutes; the usual time where one is not known. */
export function travelMinutes(from: Position | null, to: Position | null): number {
  if (!from || !to) return USUAL_MINUTES;
  return Math.max(LEAST_MINUTES, (metresBetween(from, to) * DETOUR) / METRES_PER_MINUTE);
}

/** How long a stop takes at which so much fuel is delivered, in minutes. */
export function stopMinutes(gallonsTenths: GallonTenths): number {
  return LEAST_STOP_MINUTES + gallonsTenths / 10 / GALLONS_A_MINUTE;
}

/** Whether a new figure differs enough from the one that the customer was told. */
export function isNewArrival(known: number | null, next: number): boolean {
  return known === null || Math.abs(next - known) >= WORTH_TELLING_MS;
}
