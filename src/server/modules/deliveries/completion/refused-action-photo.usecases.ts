import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { DeliveryPhotoKind, ProofKind } from '@/domain/appointment/proof';
import { LARGE_PHOTO_SIDE } from '@/domain/photos';
import type { ActionPhoto, RefusedAction } from '@/domain/review/review';
import type { Call } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { storePhoto, withStored } from '../../photos/store-photo';
import {
  changePayload,
  findItemOf,
  findReviewItem,
  type ReviewRow,
} from '../../review/review.repository';
import { endingMissingProof } from './missing-proof';
import { addingPhotoIfNone } from './photos.repository';
import { refusedActionKey } from './refused-actions.usecases';

/** The item about a device action that was not accepted; null if there is none by that key. */
export async function findRefusedAction(
  { deps, actor }: Call,
  actionKey: string | undefined,
): Promise<ReviewRow | null> {
  if (actor.kind !== 'user' || actionKey === undefined) return null;
  return findItemOf(deps.db.orm, refusedActionKey(actor, actionKey));
}

/** The completion that an item for staff tells of; null where it holds none any more. */
export const refusedActionOf = ({ payload }: ReviewRow) => payload as RefusedAction | null;

/** Whether a device action has its photo already, or its proof. */
const hasActionPhoto = (action: RefusedAction | null, proof: ProofKind | undefined): boolean =>
  Boolean(proof ? action?.proof : action?.photo);

/** Adds the photo, or the proof, of a device action that staff look at; the first one stays. */
export async function addToRefusedAction(
  call: Call,
  item: ReviewRow,
  { id, photo, proof }: { id: string; photo: string; proof?: ProofKind },
): Promise<{ id: string }> {
  if (hasActionPhoto(refusedActionOf(item), proof)) return { id };
  const stored = await storePhoto(call, {
    ...{ dataUrl: photo, folder: `reports/${item.id}`, side: LARGE_PHOTO_SIDE },
  });
  await withStored(call, [stored], () => keepActionPhoto(call, item.id, { ...stored, proof }));
  return { id };
}

/**
 * Adds the photo of a completion that was not accepted, or its proof, to what staff look at, and to the
 * delivery where they have recorded it. The first photo stays. False when there was one.
 */
function keepActionPhoto(
  call: Call,
  itemId: string,
  { proof, ...photo }: ActionPhoto & { proof: ProofKind | undefined },
): Promise<boolean> {
  const { deps } = call;
  return retryOnConflict(async () => {
    const item = await findReviewItem(deps.db.orm, itemId);
    const action = item && refusedActionOf(item);
    if (!item || !action || hasActionPhoto(action, proof)) return false;
    const changes = proof ? { proof: { ...photo, kind: proof } } : { photo };
    const recordedFor = item.state === 'done' ? action.recordedFor : undefined;
    await writeGuarded(deps.db, {
      guard: changePayload(deps.db.orm, item, changes),
      audit: audit(call, {
        appointmentId: item.appointmentId,
        action: 'review.photo_added',
        after: { kind: item.kind },
      }),
      also: recordedFor ? addingActionPhoto(call, recordedFor, { ...photo, kind: proof }) : [],
    });
    return true;
  });
}

/** The photo of a device action, or its proof, as that of a delivery, unless the delivery has one. */
export function addingActionPhoto(
  call: Call,
  appointmentId: string,
  { kind = 'fuel', ...photo }: ActionPhoto & { kind?: DeliveryPhotoKind | undefined },
): ConditionalWrite[] {
  const { ids, clock } = call.deps;
  const row = { id: ids.next(), appointmentId, kind, createdAt: clock.now() };
  return [addingPhotoIfNone({ ...row, ...photo }), endingMissingProof(call, appointmentId, kind)];
}
