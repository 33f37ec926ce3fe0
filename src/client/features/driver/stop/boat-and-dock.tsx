import { useState } from 'react';
import { boatText, fuelFillText, fuelsText } from '@/client/appointment/driver-facts';
import { Dialog } from '@/client/components/dialog/dialog';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import { useKeptPhoto } from '@/client/features/driver/day/kept-photos';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { FactLine } from './fact-line';

/** Facts about the dock, the customer, and the boat, in the order the driver needs them before fueling. */
export function BoatAndDock({ delivery }: { delivery: Delivery }) {
  const { boat, dock, fillerPhoto } = delivery;
  // A day that an earlier version stored on this device has no notes.
  const notes = [dock?.note, ...(delivery.customerNotes ?? [])].filter(Boolean);
  const fuelFill = boat && fuelFillText(boat);
  const fuels = boat && fuelsText(boat);
  const tank = boat?.fuelCapacity ? withNoBreaks(`Tank ${boat.fuelCapacity} gal`) : null;
  if (!boat && !dock?.gateCode && !dock?.note && notes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-field bg-base-200 p-[min(0.75rem,3vw)]">
      <div className="flex min-w-[min(100%,8rem)] flex-1 flex-col gap-1.5">
        {dock?.gateCode ? (
          <FactLine icon={OTHER_ICONS.lock}>
            Gate code <strong className="text-lg">{dock.gateCode}</strong>
          </FactLine>
        ) : null}
        {notes.map((note) => (
          <FactLine key={note} icon="info">
            <span className="whitespace-pre-line">{note}</span>
          </FactLine>
        ))}
        {boat ? <FactLine icon="boat">{boatText(boat)}</FactLine> : null}
        {fuelFill ? (
          <FactLine icon="pin">
            Fuel fill: <strong>{fuelFill}</strong>
          </FactLine>
        ) : null}
        {fuels || tank ? (
          <FactLine icon="fuel">
            {fuels ? <strong>Takes {fuels}. </strong> : null}
            {tank}
          </FactLine>
        ) : null}
      </div>
      {boat?.fillerPhotoId ? (
        <FuelFillPhoto key={boat.fillerPhotoId} photoId={boat.fillerPhotoId} />
      ) : fillerPhoto ? (
        <img
          src={fillerPhoto}
          alt="Fuel fill, not sent yet"
          className="size-24 rounded-field border border-edge object-cover"
        />
      ) : null}
    </div>
  );
}

/** The boat's fuel-fill photo. A tap enlarges it on the same page. */
function FuelFillPhoto({ photoId }: { photoId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const address = useKeptPhoto(photoId);
  if (!address) return null;
  return (
    <>
      <button
        type="button"
        className="cursor-pointer rounded-field"
        onClick={() => setIsOpen(true)}
      >
        <img
          src={address}
          alt="Fuel fill"
          className="size-24 rounded-field border border-edge object-cover"
        />
      </button>
      <Dialog open={isOpen} size="lg" title="Fuel fill" onClose={() => setIsOpen(false)}>
        <img src={address} alt="Fuel fill, enlarged" className="w-full rounded-field" />
      </Dialog>
    </>
  );
}
