import { type ConditionalWrite, untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { DeliveryPhotoKind, ProofKind } from '@/domain/appointment/proof';
import type { PressPhoto, RefusedPress } from '@/domain/review/review';
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
import { pressKey } from './refused-actions.usecases';

/** The item about a completion that was not accepted; null where there is none by that key. */
export async function findPress(
  { deps, actor }: Call,
  completionKey: string | undefined,
): Promise<ReviewRow | null> {
  if (actor.kind !== 'user' || completionKey === undefined) return null;
  return findItemOf(deps.db.orm, pressKey(actor, completionKey));
}

/** The completion that an item for staff tells of; null where it holds none any more. */
export const pressOfItem = ({ payload }: ReviewRow) => payload as RefusedPress | null;

/** Whether a press has its photo already, or its proof. */
export const hasPressPhoto = (press: RefusedPress | null, proof: ProofKind | undefined): boolean =>
  Boolean(proof ? press?.proof : press?.photo);

/**
 * Adds the photo of a completion that was not accepted, or its proof, to what staff look at, and to the
 * delivery where they have recorded it. The first photo stays. False when there was one.
 */
export function keepPressPhoto(
  call: Call,
  itemId: string,
  { proof, ...photo }: PressPhoto & { proof: ProofKind | undefined },
): Promise<boolean> {
  const { deps } = call;
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, itemId);
    const press = item && pressOfItem(item);
    if (!item || !press || hasPressPhoto(press, proof)) return false;
    const changes = proof ? { proof: { ...photo, kind: proof } } : { photo };
    const recordedFor = item.state === 'done' ? press.recordedFor : undefined;
    const written = await writeGuarded(deps.db, {
      guard: changePayload(deps.db.orm, item, changes),
      audit: audit(call, {
        appointmentId: item.appointmentId,
        action: 'review.photo_added',
        after: { kind: item.kind },
      }),
      also: recordedFor ? addingPressPhoto(call, recordedFor, { ...photo, kind: proof }) : [],
    });
    return written && true;
  });
}

/** The photo of a press, or its proof, as that of a delivery, unless the delivery has one. */
export function addingPressPhoto(
  call: Call,
  appointmentId: string,
  { kind = 'fuel', ...photo }: PressPhoto & { kind?: DeliveryPhotoKind | undefined },
): ConditionalWrite[] {
  const { ids, clock } = call.deps;
  const row = { id: ids.next(), appointmentId, kind, createdAt: clock.now() };
  return [addingPhotoIfNone({ ...row, ...photo }), endingLack(call, appointmentId, kind)];
}
