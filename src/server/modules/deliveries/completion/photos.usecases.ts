import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { DeliveryPhotoKind, ProofKind } from '@/domain/appointment/proof';
import { DomainError } from '@/domain/errors';
import { LARGE_PHOTO_SIDE } from '@/domain/photos';
import { hasRole } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { deliverableRow, isOwner, visitorLinkOf } from '../../appointments/access';
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

/** A photo that a device adds to a completed delivery. `proof` is set for a proof of delivery. */
type SentPicture = { id: string; actionKey: string; proof?: ProofKind };

const kindOf = ({ proof }: SentPicture): DeliveryPhotoKind => proof ?? 'fuel';

/**
 * Adds a photo or a proof to a completed delivery. A device sends it separately, because it is much
 * larger than the completion. If the completion was refused, the photo joins its review item.
 * Sending it again changes nothing.
 *
 * @throws `conflict` if the delivery already has a photo of that kind
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
    dataUrl: input.photo,
    folder: id,
    side: LARGE_PHOTO_SIDE,
  });
  await withStored(call, [stored], () => retryOnConflict(() => writePhoto(call, input, stored)));
  return { id };
}

const actionOf = (input: SentPicture) => ({
  kind: `${kindOf(input)}_photo`,
  appointmentId: input.id,
  contentHash: null,
});

/**
 * @returns the delivery, and whether this action has already added its photo
 * @throws `conflict` if the delivery can't get this photo
 */
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
    throw new DomainError('conflict', 'You can add this photo after the delivery is completed.');
  }
  if (photos.some(({ kind }) => kind === kindOf(input))) {
    throw new DomainError('conflict', 'This delivery already has a photo.');
  }
  return { appointment, isDone: false };
}

/** @returns false if the same action has already added the photo */
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
      // Updates open pages that show the delivery.
      changing(id, { updatedAt: now }),
    ],
  });
  return true;
}

/**
 * Returns a photo's bytes for staff, the delivery's driver, and its customer, or null for anyone
 * else.
 */
export async function readPhoto(
  { deps, actor }: Call,
  input: { id: string },
): Promise<Uint8Array | null> {
  const photo = await findPhoto(deps.db.orm, input.id);
  if (!photo) return readReportPhoto({ deps, actor }, input);
  const row = await findAppointment(deps.db.orm, photo.appointmentId);
  if (!row) return null;
  const isItsDriver = hasRole(actor, 'driver') && row.driverId === actor.driverId;
  if (!worksIn('deliveries', actor) && !isItsDriver && !isOwner(actor, row)) return null;
  const link = visitorLinkOf(actor, row);
  if (link && link.provenBy !== 'key' && !photo.isForLink) return null;
  return deps.photos.get(photo.storageKey);
}

/** Returns a fuel-fill photo for the boat's owner, staff, and that day's driver. */
async function readFuelFillPhoto(call: Call, input: { id: string }): Promise<Uint8Array | null> {
  const { deps, actor } = call;
  const boat = await findBoatByPhoto(deps.db.orm, input.id);
  if (!boat?.fillerPhotoKey) return readRefusedActionPhoto(call, input);
  const isOwn = actor.kind === 'user' && actor.userId === boat.userId;
  const maySee = isOwn || worksIn('deliveries', actor) || (await deliversToday(call, boat.id));
  return maySee ? deps.photos.get(boat.fillerPhotoKey) : null;
}

async function deliversToday({ deps, actor }: Call, boatId: string): Promise<boolean> {
  if (!hasRole(actor, 'driver') || actor.driverId === null) return false;
  const { driverId } = actor;
  const [found] = await selectDeliveryOf(deps.db.orm, { boatId, driverId, date: todayOf(deps) });
  return found !== undefined;
}

/** Returns the photo of a driver's report for staff and that driver. */
async function readReportPhoto(
  { deps, actor }: Call,
  input: { id: string },
): Promise<Uint8Array | null> {
  const report = await findReportByPhoto(deps.db.orm, input.id);
  if (!report?.photoStorageKey) return readFuelFillPhoto({ deps, actor }, input);
  const isTheirs = hasRole(actor, 'driver') && report.driverId === actor.driverId;
  return worksIn('deliveries', actor) || isTheirs ? deps.photos.get(report.photoStorageKey) : null;
}

/**
 * Returns the photo of a refused completion for staff. Its ID is the review item's ID, and ends in
 * `-proof` for the proof.
 */
async function readRefusedActionPhoto(
  { deps, actor }: Call,
  { id }: { id: string },
): Promise<Uint8Array | null> {
  if (!worksIn('deliveries', actor)) return null;
  const [itemId = '', isProof] = id.split(/(?=-proof$)/);
  const item = await findReviewItem(deps.db.orm, itemId);
  const action = item && refusedActionOf(item);
  const photo = isProof ? action?.proof : action?.photo;
  return photo ? deps.photos.get(photo.storageKey) : null;
}
