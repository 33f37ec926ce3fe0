import { type KnownAddress, knownAddress } from '@/domain/places/place';
import type { Deps } from '@/server/config/deps';
import type { PlaceRow } from './places.repository';

/**
 * Returns the known facts about an address: from its pin, its place in the list, or else the
 * geocoder. A geocoder that doesn't answer delays an order for 2 seconds at most.
 * @param places the rows of `selectPlacesAt`
 */
export async function locateAddress(
  { geocode }: Pick<Deps, 'geocode'>,
  address: string,
  places: readonly PlaceRow[],
): Promise<KnownAddress> {
  const known = knownAddress(places, address);
  return { ...known, position: known.position ?? (await geocode.locate(address, places)) };
}
