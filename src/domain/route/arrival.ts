import type { GallonTenths } from '../money';
import { metresBetween, type Position } from './distance';

/**
 * Average speed of a boat or truck on a delivery day, including stops at docks and traffic lights.
 */
const METRES_PER_MINUTE = 500;
/** The length of a route relative to the straight line, because shores aren't straight. */
const DETOUR = 1.4;
/** Travel time if a position is unknown. */
const USUAL_MINUTES = 20;
/** Time to tie up and record the delivery. */
const LEAST_STOP_MINUTES = 10;
const GALLONS_A_MINUTE = 10;
/** Duration of a stop if its amount is unknown. It's based on 20 gallons. */
const USUAL_STOP_MINUTES = 12;
export const LEAST_MINUTES = 5;
const MINUTE_MS = 60_000;

/** A customer isn't notified if the arrival changes by less than this. */
const WORTH_TELLING_MS = 3 * MINUTE_MS;

/**
 * Estimates when a driver who is en route will arrive, in ms. People see the time with "about".
 * `stopsBefore` is the number of earlier stops on this trip.
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

/**
 * Returns the travel time between two positions in minutes, or the usual time if one is unknown.
 */
export function travelMinutes(from: Position | null, to: Position | null): number {
  if (!from || !to) return USUAL_MINUTES;
  return Math.max(LEAST_MINUTES, (metresBetween(from, to) * DETOUR) / METRES_PER_MINUTE);
}

/** Returns the duration of a stop with this much fuel, in minutes. */
export function stopMinutes(gallonsTenths: GallonTenths): number {
  return LEAST_STOP_MINUTES + gallonsTenths / 10 / GALLONS_A_MINUTE;
}

/** True if a new estimate differs enough from the one that the customer was notified of. */
export function isNewArrival(current: number | null, next: number): boolean {
  return current === null || Math.abs(next - current) >= WORTH_TELLING_MS;
}
