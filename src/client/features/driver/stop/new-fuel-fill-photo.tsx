import { PhotoInput } from '@/client/components/photo/photo-input';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { usePhotoSide } from '@/client/features/driver/outbox/use-photo-side';

/** Lets the driver add a missing fuel-fill photo, for the next delivery. */
export function NewFuelFillPhoto({
  delivery,
  perform,
}: {
  delivery: Delivery;
  perform: PerformAction;
}) {
  const { id, publicCode, boatId, boat, fillerPhoto } = delivery;
  const side = usePhotoSide();
  // The boats of guests and walk-ups aren't saved, so a photo can't be added to them.
  if (!boatId || boat?.fillerPhotoId || fillerPhoto) return null;
  return (
    <PhotoInput
      label="Fuel Fill Photo for Next Time"
      name="fillerPhoto"
      attachedTo="this boat"
      size="lg"
      side={side}
      frameWhenEmpty={false}
      value={null}
      onChange={(photo) => {
        if (photo) void perform({ kind: 'fillerPhoto', id, photo }, { publicCode });
      }}
    />
  );
}
