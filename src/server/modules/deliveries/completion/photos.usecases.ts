import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { DeliveryPhotoKind, ProofKind } from '@/domain/appointment/proof';
import { DomainError } from '@/domain/errors';
import { LARGE_PHOTO_SIDE } from '@/domain/photos';
import { hasRole } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { deliverableRow, isOwner } from '../../appointments/access';
import {
  changing,
  findAppointment,
  isUnchanged,
  photosOf,
  selectAppointment,
} from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { findBoatByPhoto, selectDeliveryOf } from '../../boats/boats.repository';
import { isDone } from '../../device-actions/device-action';
import { recordAction, selectAction } from '../../device-actions/device-actions.repository';
import { type StoredPhoto, storePhoto, withStored } from '../../photos/store-photo';
import { findReviewItem } from '../../review/review.repository';
import { findReportByPhoto } from '../reports/driver-reports.repository';
import { endingMissingProof } from './missing-proof';
import { findPhoto, insertPhotoIfNone } from './photos.repository';
import {
  addToRefusedAction,
  findRefusedAction,
  refusedActionOf,
} from './refused-action-photo.usecases';

/** A picture of a completed delivery, as a device sends it: its photo, or its proof where it names one. */
type SentPicture = { id: string; actionKey: string; proof?: ProofKind };

const kindOf = ({ proof }: SentPicture): DeliveryPhotoKind => proof ?? 'fuel';

/**
 * Adds the photo of a completed delivery, or its proof; a device sends it after the completion, because
 * it is the larger part. Where that completion was not accepted, it joins what staff look at. Sending it
 * again changes nothing. Throws `conflict` where there is one already.
 */
export async function addDeliveryPhoto(
  call: Call,
  input: SentPicture & { completionKey?: string; photo: string },
): Promise<{ id: string }> {
  const { id } = input;
  const refused = await findRefusedAction(call, input.completionKey);
  if (refused) return addToRefusedAction(call, refused, input);
  if ((await readForPhoto(call, input)).isDone) return { id };
  const stored = await storePhoto(call, {
    ...{ dataUrl: input.photo, folder: id, side: LARGE_PHOTO_SIDE },
  });
  await withStored(call, [stored], () => retryOnConflict(() => writePhoto(call, input, stored)));
  return { id };
}

const actionOf = (input: SentPicture) => ({
  kind: `${kindOf(input)}_photo`,
  appointmentId: input.id,
  contentHash: null,
});

/** The delivery, and whether this very action added its photo. Throws where there may be none. */
async function readForPhoto({ deps, actor }: Call, input: SentPicture) {
  const { id, actionKey } = input;
  const [[found], [known], photos] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectAction(orm, actor, actionKey),
    photosOf(orm, id),
  ]);
  const appointment = deliverableRow(actor, found ?? null);
  if (isDone(known, actionOf(input))) return { appointment, isDone: true };
  if (appointment.status !== 'completed') {
    throw new DomainError('conflict', 'The photo belongs to a completed delivery.');
  }
  if (photos.some(({ kind }) => kind === kindOf(input))) {
    throw new DomainError('conflict', 'This delivery has a photo already.');
  }
  return { appointment, isDone: false };
}

/** False when the same action was faster; null when something else was. */
async function writePhoto(call: Call, input: SentPicture, stored: StoredPhoto): Promise<boolean> {
  const { deps } = call;
  const { id, actionKey: key } = input;
  const { appointment, isDone: isOurs } = await readForPhoto(call, input);
  if (isOurs) return false;
  const now = deps.clock.now();
  const kind = kindOf(input);
  const row = { id: deps.ids.next(), appointmentId: id, kind, createdAt: now };
  await writeGuarded(deps.db, {
    guard: insertPhotoIfNone(deps.db.orm, { ...row, ...stored }, isUnchanged(appointment)),
    audit: audit(call, {
      appointmentId: id,
      action: 'appointment.photo_added',
      after: { photos: [kind] },
    }),
    also: [
      recordAction(call, key, actionOf(input)),
      endingMissingProof(call, id, kind),
      // Tells a page that shows the delivery that there is more to see.
      changing(id, { updatedAt: now }),
    ],
  });
  return true;
}

/** A photo's bytes for those who may see it: staff, its driver and its owner. Null otherwise. */
export async function readPhoto(
  { deps, actor }: Call,
  input: { id: string },
): Promise<Uint8Array | null> {
  const photo = await findPhoto(deps.db.orm, input.id);
  if (!photo) return readReportPhoto({ deps, actor }, input);
  const row = await findAppointment(deps.db.orm, photo.appointmentId);
  if (!row) return null;
  const isItsDriver = hasRole(actor, 'driver') && row.driverId === actor.driverId;
  if (!hasRole(actor, 'admin') && !isItsDriver && !isOwner(actor, row)) return null;
  return deps.photos.get(photo.storageKey);
}

/** The photo of a boat's filler, for its owner, for staff and for the driver of that day. */
async function readFillerPhoto(call: Call, input: { id: string }): Promise<Uint8Array | null> {
  const { deps, actor } = call;
  const boat = await findBoatByPhoto(deps.db.orm, input.id);
  if (!boat?.fillerPhotoKey) return readPressPhoto(call, input);
  const isOwn = actor.kind === 'user' && actor.userId === boat.userId;
  const maySee = isOwn || hasRole(actor, 'admin') || (await deliversToday(call, boat.id));
  return maySee ? deps.photos.get(boat.fillerPhotoKey) : null;
}

async function deliversToday({ deps, actor }: Call, boatId: string): Promise<boolean> {
  if (!hasRole(actor, 'driver') || actor.driverId === null) return false;
  const { driverId } = actor;
  const [found] = await selectDeliveryOf(deps.db.orm, { boatId, driverId, date: todayOf(deps) });
  return found !== undefined;
}

/** The photo of a driver's report, for staff and that driver. */
async function readReportPhoto(
  { deps, actor }: Call,
  input: { id: string },
): Promise<Uint8Array | null> {
  const report = await findReportByPhoto(deps.db.orm, input.id);
  if (!report?.photoStorageKey) return readFillerPhoto({ deps, actor }, input);
  const isTheirs = hasRole(actor, 'driver') && report.driverId === actor.driverId;
  return hasRole(actor, 'admin') || isTheirs ? deps.photos.get(report.photoStorageKey) : null;
}

/**
 * The photo of a completion that was not accepted, for staff; its id is that of the item, and with
 * `-proof` that of its proof.
 */
async function readPressPhoto(
  { deps, actor }: Call,
  { id }: { id: string },
): Promise<Uint8Array | null> {
  if (!hasRole(actor, 'admin')) return null;
  const [itemId = '', isProof] = id.split(/(?=-proof$)/);
  const item = await findReviewItem(deps.db.orm, itemId);
  const action = item && refusedActionOf(item);
  const photo = isProof ? action?.proof : action?.photo;
  return photo ? deps.photos.get(photo.storageKey) : null;
}
