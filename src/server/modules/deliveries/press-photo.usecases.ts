import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { RefusedPress } from '@/domain/review/review';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  changePayload,
  findItemOf,
  findReviewItem,
  type ReviewRow,
} from '../review/review.repository';
import { addingPhotoIfNone } from './photos.repository';
import { pressKey } from './refused-actions.usecases';

type StoredPhoto = NonNullable<RefusedPress['photo']>;

/** The item about a completion that was not accepted; null where there is none by that key. */
export async function findPress(
  { deps, actor }: Call,
  completionKey: string | undefined,
): Promise<ReviewRow | null> {
  if (actor.kind !== 'user' || completionKey === undefined) return null;
  return findItemOf(deps.db.orm, pressKey(actor, completionKey));
}

export const pressOfItem = ({ payload }: ReviewRow) => payload as RefusedPress | null;

/**
 * Adds the photo of a completion that was not accepted to what staff look at, and to the delivery where
 * they have recorded it. The first photo stays. False when there was one.
 */
export function keepPressPhoto(call: Call, itemId: string, photo: StoredPhoto): Promise<boolean> {
  const { deps } = call;
  return untilHeld(async () => {
    const item = await findReviewItem(deps.db.orm, itemId);
    const press = item && pressOfItem(item);
    if (!item || !press || press.photo) return false;
    const recordedFor = item.state === 'done' ? press.recordedFor : undefined;
    const written = await writeGuarded(deps.db, {
      guard: changePayload(deps.db.orm, item, { photo }),
      audit: audit(call, {
        appointmentId: item.appointmentId,
        action: 'review.photo_added',
        after: { kind: item.kind },
      }),
      also: [recordedFor ? addingPressPhoto(call, recordedFor, photo) : null],
    });
    return written && true;
  });
}

/** The photo of a press as the fuel photo of a delivery, unless that has one. */
export function addingPressPhoto({ deps }: Call, appointmentId: string, photo: StoredPhoto) {
  return addingPhotoIfNone({
    ...{ id: deps.ids.next(), appointmentId, kind: 'fuel', createdAt: deps.clock.now() },
    ...photo,
  });
}
