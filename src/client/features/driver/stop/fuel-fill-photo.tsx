import { useState } from 'react';
import { Dialog } from '@/client/components/dialog/dialog';
import { useKeptPhoto } from '@/client/features/driver/day/kept-photos';

/** The boat's fuel-fill photo. A tap enlarges it on the same page. */
export function FuelFillPhoto({ photoId }: { photoId: string }) {
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
