import type { Transaction } from '@/db/client';
import { DomainError } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { deliverableRow, isOwner } from '../appointments/access';
import { findAppointment, photosOf, updateIf } from '../appointments/appointments.repository';
import { insertAudit } from '../audit/audit.repository';
import { isActionDone, recordAction } from '../device-actions/device-actions.repository';
import { findReportByPhoto } from '../driver-reports/driver-reports.repository';
import { findPhoto, insertPhoto } from './photos.repository';

/** Longer side and quality of a kept photo (staff sections 5 and 9). */
const MAX_SIDE = 800;
const JPEG_QUALITY = 60;
/** Refuses a picture that is small as a file and huge when it is unpacked. */
const MAX_PIXELS = 40_000_000;

export type StoredPhoto = {
  storageKey: string;
  width: number;
  height: number;
  bytes: number;
};

/**
 * Decodes a data URL, makes a new JPEG of at most 800 px from its pixels (so no metadata survives)
 * and stores it under a key of ours (D60). Throws `invalid_input` for anything that is no picture.
 */
export async function storePhoto(
  { deps }: { deps: Deps },
  input: { dataUrl: string; folder: string },
): Promise<StoredPhoto> {
  const jpeg = await reencode(
    Buffer.from(input.dataUrl.slice(input.dataUrl.indexOf(',') + 1), 'base64'),
  );
  const storageKey = `${input.folder}/${deps.ids.next()}.jpg`;
  await deps.photos.put(storageKey, jpeg.bytes);
  return { storageKey, width: jpeg.width, height: jpeg.height, bytes: jpeg.bytes.byteLength };
}

async function reencode(picture: Uint8Array) {
  try {
    const bytes = await new Bun.Image(picture, { maxPixels: MAX_PIXELS })
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: JPEG_QUALITY })
      .bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    return { bytes, width, height };
  } catch (error) {
    throw new DomainError('invalid_input', 'Please select an image file.', { cause: error });
  }
}

/**
 * Adds the fuel photo of a completed delivery; a device sends it after the completion, because it is
 * the larger part. Sending it again changes nothing. Throws `conflict` where there is one already.
 */
export async function addFuelPhoto(
  { deps, actor }: { deps: Deps; actor: Actor },
  input: { id: string; actionKey: string; photo: string },
): Promise<{ id: string }> {
  const { id, actionKey } = input;
  const row = deliverableRow(actor, await findAppointment(deps.db.orm, id));
  if (await isActionDone(deps.db.orm, actor, actionKey)) return { id };
  if (row.status !== 'completed') {
    throw new DomainError('conflict', 'The photo belongs to a completed delivery.');
  }
  const stored = await storePhoto({ deps }, { dataUrl: input.photo, folder: id });
  let added = false;
  try {
    added = await deps.db.transaction((tx) => writeFuelPhoto({ deps, actor, tx }, input, stored));
  } finally {
    if (!added) await deps.photos.remove(stored.storageKey);
  }
  return { id };
}

/** False when the same action got there first. */
async function writeFuelPhoto(
  { deps, actor, tx }: { deps: Deps; actor: Actor; tx: Transaction },
  { id, actionKey }: { id: string; actionKey: string },
  stored: StoredPhoto,
): Promise<boolean> {
  const at = deps.clock.now();
  if (await isActionDone(tx, actor, actionKey)) return false;
  if ((await photosOf(tx, id)).some((photo) => photo.kind === 'fuel')) {
    throw new DomainError('conflict', 'This delivery has a photo already.');
  }
  await recordAction(tx, actor, { key: actionKey, kind: 'fuel_photo', appointmentId: id, at });
  await insertPhoto(tx, {
    id: deps.ids.next(),
    appointmentId: id,
    kind: 'fuel',
    createdAt: at,
    ...stored,
  });
  // Whoever looks at the delivery is told that there is more to see.
  await updateIf(tx, id, {}, { updatedAt: at });
  await insertAudit(tx, {
    id: deps.ids.next(),
    appointmentId: id,
    actor,
    action: 'appointment.photo_added',
    after: { photos: ['fuel'] },
    at,
  });
  return true;
}

/** A photo's bytes for those who may see it: staff, its driver, and whoever booked. Null otherwise. */
export async function readPhoto(
  { deps, actor }: { deps: Deps; actor: Actor },
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

/** The photo of a driver's report, for staff and that driver. */
async function readReportPhoto(
  { deps, actor }: { deps: Deps; actor: Actor },
  input: { id: string },
): Promise<Uint8Array | null> {
  const report = await findReportByPhoto(deps.db.orm, input.id);
  if (!report?.photoStorageKey) return null;
  const isTheirs = hasRole(actor, 'driver') && report.driverId === actor.driverId;
  return hasRole(actor, 'admin') || isTheirs ? deps.photos.get(report.photoStorageKey) : null;
}
