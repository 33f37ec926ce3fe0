import { type KnownAddress, knownAddress } from '@/domain/places/place';
import type { Deps } from '@/server/config/deps';
import type { PlaceRow } from './places.repository';

/**
 * Returns the known facts about an address: from its pin, from its place in the list, or else from
 * the geocoder. If the geocoder doesn't answer, an order waits for 2 seconds at most.
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
