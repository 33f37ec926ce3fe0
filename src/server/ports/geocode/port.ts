import type { Place } from '@/domain/places/place';
import type { Position } from '@/domain/route/distance';

/** Finds the position of an address. */
export type GeocodePort = {
  /**
   * Returns the position of an address, or null if it isn't known. Never throws, and answers within
   * 3 seconds, because an order waits for it.
   * @param places the listed places that may be at the address. Every implementation checks them
   * first.
   */
  locate(address: string, places: readonly Place[]): Promise<Position | null>;
};
