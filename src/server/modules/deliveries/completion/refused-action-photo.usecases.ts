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

/** Returns the review item of a refused device action, or null if no item has that key. */
export async function findRefusedAction(
  { deps, actor }: Call,
  actionKey: string | undefined,
): Promise<ReviewRow | null> {
  if (actor.kind !== 'user' || actionKey === undefined) return null;
  return findItemOf(deps.db.orm, refusedActionKey(actor, actionKey));
}

/** Returns the action stored in a review item, or null after its data was erased. */
export const refusedActionOf = ({ payload }: ReviewRow) => payload as RefusedAction | null;

/** Returns true if the action already has its photo, or its proof if `proof` is set. */
const hasActionPhoto = (action: RefusedAction | null, proof: ProofKind | undefined): boolean =>
  Boolean(proof ? action?.proof : action?.photo);

/** Adds a photo or a proof to a refused action's review item. An existing one isn't replaced. */
export async function addToRefusedAction(
  call: Call,
  item: ReviewRow,
  { id, photo, proof }: { id: string; photo: string; proof?: ProofKind },
): Promise<{ id: string }> {
  if (hasActionPhoto(refusedActionOf(item), proof)) return { id };
  const stored = await storePhoto(call, {
    dataUrl: photo,
    folder: `reports/${item.id}`,
    side: LARGE_PHOTO_SIDE,
  });
  await withStored(call, [stored], () => writeActionPhoto(call, item.id, { ...stored, proof }));
  return { id };
}

/**
 * Stores the photo in the review item, and in the delivery if staff have already recorded the
 * action. An existing one isn't replaced.
 *
 * @returns false if the item already had one, or no longer exists
 */
function writeActionPhoto(
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

/** Copies an action's photo or proof to a delivery, unless the delivery already has one. */
export function addingActionPhoto(
  call: Call,
  appointmentId: string,
  { kind = 'fuel', ...photo }: ActionPhoto & { kind?: DeliveryPhotoKind | undefined },
): ConditionalWrite[] {
  const { ids, clock } = call.deps;
  const row = { id: ids.next(), appointmentId, kind, createdAt: clock.now() };
  return [addingPhotoIfNone({ ...row, ...photo }), endingMissingProof(call, appointmentId, kind)];
}
