import { knownAddress } from '@/domain/places/place';
import type { GeocodePort } from './port';

/** Knows pins in addresses and the owner's list of places. It sends nothing anywhere. */
export const createLocalGeocoder = (): GeocodePort => ({
  async locate(address, places) {
    return knownAddress(places, address).position;
  },
});
