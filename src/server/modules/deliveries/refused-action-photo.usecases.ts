import { type ConditionalWrite, untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { DeliveryPhotoKind, ProofKind } from '@/domain/appointment/proof';
import type { ActionPhoto, RefusedAction } from '@/domain/review/review';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  changePayload,
  findItemOf,
  findReviewItem,
  type ReviewRow,
} from '../review/review.repository';
import { endingLack } from './lacking-proof';
import { addingPhotoIfNone } from './photos.repository';
import { refusedActionKey } from './refused-actions.usecases';

/** The item about a completion that was not accepted; null where there is none by that key. */
export async function findRefusedAction(
  { deps, actor }: Call,
  completionKey: string | undefined,
): Promise<ReviewRow | null> {
  if (actor.kind !== 'user' || completionKey === undefined) return null;
  return findItemOf(deps.db.orm, refusedActionKey(actor, completionKey));
}

/** The completion that an item for staff tells of; null where it holds none any more. */
export const refusedActionOf = ({ payload }: ReviewRow) => payload as RefusedAction | null;

/** Whether a device action has its photo already, or its proof. */
export const hasActionPhoto = (
  action: RefusedAction | null,
  proof: ProofKind | undefined,
): boolean => Boolean(proof ? action?.proof : action?.photo);

/**
 * Adds the photo of a completion that was not accepted, or its proof, to what staff look at, and to the
 * delivery where they have recorded it. The first photo stays. False when there was one.
 */
export function keepActionPhoto(
  call: Call,
  itemId: string,
  { proof, ...photo }: ActionPhoto & { proof: ProofKind | undefined },
): Promise<boolean> {
  const { deps } = call;
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, itemId);
    const action = item && refusedActionOf(item);
    if (!item || !action || hasActionPhoto(action, proof)) return false;
    const changes = proof ? { proof: { ...photo, kind: proof } } : { photo };
    const recordedFor = item.state === 'done' ? action.recordedFor : undefined;
    const written = await writeGuarded(deps.db, {
      guard: changePayload(deps.db.orm, item, changes),
      audit: audit(call, {
        appointmentId: item.appointmentId,
        action: 'review.photo_added',
        after: { kind: item.kind },
      }),
      also: recordedFor ? addingActionPhoto(call, recordedFor, { ...photo, kind: proof }) : [],
    });
    return written && true;
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
  return [addingPhotoIfNone({ ...row, ...photo }), endingLack(call, appointmentId, kind)];
}
