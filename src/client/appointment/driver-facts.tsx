import type { Definition } from '@/client/components/definition-list';
import { type BoatFacts, FUEL_FILL_SIDE_LABELS } from '@/domain/account/boats';
import type { DockFacts } from '@/domain/account/docks';

type DriverFacts = { boat: BoatFacts | null; dock: DockFacts | null };

/** Names the boat. */
export const boatRow = ({ boat }: DriverFacts): Definition => ({
  term: 'Boat',
  value: boat && boatText(boat),
});

/** Lists the boat's and the dock's details for the driver, except the boat's name. */
export function driverFactRows({ boat, dock }: DriverFacts): Definition[] {
  const { fillerPhotoId } = boat ?? {};
  return [
    { term: 'Fuel for the boat', value: boat && fuelsText(boat) },
    { term: 'Tank', value: boat?.fuelCapacity && `${boat.fuelCapacity} gal` },
    { term: 'Fuel fill', value: boat && fuelFillText(boat) },
    {
      term: 'Fuel fill photo',
      value: fillerPhotoId && <PhotoLink photoId={fillerPhotoId} />,
    },
    { term: 'Gate code', value: dock?.gateCode },
    { term: 'At the dock', value: dock?.note },
  ];
}

const PhotoLink = ({ photoId }: { photoId: string }) => (
  <a href={`/api/photos/${photoId}`} target="_blank" rel="noreferrer" className="link">
    View
  </a>
);

/** "Gull, Pontoon, 22 ft" */
export function boatText({ name, type, length }: Pick<BoatFacts, 'name' | 'type' | 'length'>) {
  return [name, type, length && `${length} ft`].filter(Boolean).join(', ');
}

/** @returns text such as "Premium, never Regular", or null if neither is known */
export function fuelsText({ fuelTaken, fuelNever }: Pick<BoatFacts, 'fuelTaken' | 'fuelNever'>) {
  return [fuelTaken, fuelNever && `never ${fuelNever}`].filter(Boolean).join(', ') || null;
}

/** @returns text such as "Starboard (right), under the rear seat", or null if neither is known */
export function fuelFillText({
  fillerSide,
  fillerPlace,
}: Pick<BoatFacts, 'fillerSide' | 'fillerPlace'>) {
  const side = fillerSide && FUEL_FILL_SIDE_LABELS[fillerSide];
  return [side, fillerPlace].filter(Boolean).join(', ') || null;
}
