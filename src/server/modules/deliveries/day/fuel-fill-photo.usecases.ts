import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { boatFacts } from '@/domain/account/boats';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { changeBoat, copyingBoatFacts, selectBoatOf } from '../../boats/boats.repository';
import { isDone } from '../../device-actions/device-action';
import { recordAction, selectAction } from '../../device-actions/device-actions.repository';
import { storePhoto, withStored } from '../../photos/store-photo';

/** A fuel-fill photo that a driver takes on a delivery. A device may send it much later. */
type SentPhoto = { id: string; actionKey: string; photo: string };

/**
 * Adds a fuel-fill photo to a delivery's boat and to the boat's open appointments. Sending it again
 * changes nothing.
 *
 * @throws `conflict` if the boat already has a photo, or isn't saved in an account
 */
export async function addFuelFillPhoto(call: Call, input: SentPhoto): Promise<{ id: string }> {
  const { id } = input;
  const boat = await readBoat(call, input);
  if (!boat) return { id };
  const stored = await storePhoto(call, {
    dataUrl: input.photo,
    folder: `boats/${boat.id}`,
  });
  await withStored(call, [stored], () =>
    retryOnConflict(() => writePhoto(call, input, stored.storageKey)),
  );
  return { id };
}

const actionOf = ({ id }: SentPhoto) => ({
  kind: 'filler_photo',
  appointmentId: id,
  contentHash: null,
});

/**
 * @returns the boat, or null if this action has already added its photo
 * @throws `conflict` if the boat can't get this photo
 */
async function readBoat({ deps, actor }: Call, input: SentPhoto) {
  const { id, actionKey } = input;
  const [[found], [known], [boat]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectAction(orm, actor, actionKey),
    selectBoatOf(orm, id),
  ]);
  deliverableRow(actor, found ?? null);
  if (isDone(known, actionOf(input))) return null;
  if (!boat) throw new DomainError('conflict', 'This delivery’s boat isn’t saved in an account.');
  if (boat.fillerPhotoId !== null) {
    throw new DomainError('conflict', 'This boat already has a fuel-fill photo.');
  }
  return boat;
}

/** @returns false if the same action has already added the photo */
async function writePhoto(call: Call, input: SentPhoto, fillerPhotoKey: string): Promise<boolean> {
  const { deps } = call;
  const boat = await readBoat(call, input);
  if (!boat) return false;
  const photo = { fillerPhotoId: deps.ids.next(), fillerPhotoKey };
  const facts = boatFacts({ ...boat, ...photo });
  await writeGuarded(deps.db, {
    guard: changeBoat(deps.db.orm, boat, photo),
    audit: audit(call, {
      appointmentId: input.id,
      action: 'appointment.photo_added',
      after: { photos: ['filler'] },
    }),
    also: [
      recordAction(call, input.actionKey, actionOf(input)),
      copyingBoatFacts(boat, { boat: facts, updatedAt: deps.clock.now() }),
    ],
  });
  return true;
}
