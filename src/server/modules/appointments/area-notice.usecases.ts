import { areaNotice, dockDistance, isAreaRefused } from '@/domain/route/service-area';
import type { AnyCall } from '@/server/config/call';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';

/** The notice for a customer about an address, before they order there. */
export type AreaNotice = {
  /** Null if the address is in the service area, or if we don't know whether it is. */
  notice: string | null;
  isRefused: boolean;
};

/**
 * Returns the notice for an address outside the service area, and whether an order there is
 * refused.
 */
export async function readAreaNotice(
  { deps }: AnyCall,
  { location }: { location: string },
): Promise<AreaNotice> {
  const [places, [settings]] = await deps.db.read((orm) => [
    selectPlacesAt(orm, location),
    selectBusinessSettings(orm),
  ]);
  const area = serviceAreaOf(deps, settings);
  if (area.policy === 'off') return { notice: null, isRefused: false };
  const { position } = await locateAddress(deps, location, places);
  const distance = dockDistance(area, position, location);
  return { notice: areaNotice(area, distance), isRefused: isAreaRefused(area, distance) };
}
