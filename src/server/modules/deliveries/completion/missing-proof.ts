import type { ConditionalWrite } from '@/db/guarded-batch';
import {
  type DeliveryPhotoKind,
  MISSING_PROOF_TEXTS,
  type MissingProof,
  missingProofOf,
  missingProofShownBy,
  PICTURES_WITHIN_MS,
  type RequiredProof,
} from '@/domain/appointment/proof';
import type { Actor } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { addingReviewItem, endingReviewItem } from '../../review/review.repository';

/** The cause of the item about what one delivery lacks. */
const lackKey = (appointmentId: string, lack: MissingProof) => `lacking_${lack}:${appointmentId}`;

const nameOf = (actor: Actor) => ('name' in actor ? actor.name : actor.kind);

/**
 * Puts into the queue of staff what a completion lacks of what the owner asks for. The item begins only
 * once a device has had time to send its pictures, and ends by itself when they come.
 *
 * @param kinds the photos that came with the completion
 */
export function addingMissingProof(
  { deps, actor }: Call,
  {
    appointmentId,
    required,
    kinds,
  }: { appointmentId: string; required: RequiredProof; kinds: string[] },
): ConditionalWrite[] {
  return missingProofOf(required, kinds).map((lack) =>
    addingReviewItem({
      ...{ id: deps.ids.next(), kind: 'proof_missing', appointmentId },
      reason: `${nameOf(actor)} completed this delivery without ${MISSING_PROOF_TEXTS[lack]}, and none has come since.`,
      dedupeKey: lackKey(appointmentId, lack),
      createdAt: deps.clock.now() + PICTURES_WITHIN_MS,
    }),
  );
}

/** Ends the item about what a delivery lacked, with the picture that has come. */
export function endingMissingProof(
  { deps, actor }: Call,
  appointmentId: string,
  kind: DeliveryPhotoKind,
): ConditionalWrite {
  return endingReviewItem(lackKey(appointmentId, missingProofShownBy(kind)), {
    ...{ outcome: 'arrived', note: null },
    ...{ doneBy: nameOf(actor), doneAt: deps.clock.now() },
  });
}
