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
import type { CompletionInput } from './figures';

/** Dedupe key of the review item about one missing proof. */
const lackKey = (appointmentId: string, lack: MissingProof) => `lacking_${lack}:${appointmentId}`;

const nameOf = (actor: Actor) => ('name' in actor ? actor.name : actor.kind);

/**
 * Adds a review item for each proof of delivery the owner requires and this completion lacks. The
 * item opens after the device has had time to send its photos, and ends when they arrive.
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
      id: deps.ids.next(),
      kind: 'proof_missing',
      appointmentId,
      reason: `${nameOf(actor)} completed this delivery without ${MISSING_PROOF_TEXTS[lack]}. No picture has arrived since.`,
      dedupeKey: lackKey(appointmentId, lack),
      createdAt: deps.clock.now() + PICTURES_WITHIN_MS,
    }),
  );
}

/** Adds a review item if the owner requires readings and a fuel delivery came without them. */
export function addingMissingReadings(
  { deps, actor }: Call,
  {
    appointmentId,
    required,
    input,
  }: { appointmentId: string; required: RequiredProof; input: CompletionInput },
): ConditionalWrite | null {
  const { actualGallonsTenths, meterEndTenths } = input;
  const isComplete = actualGallonsTenths === 0 || meterEndTenths !== undefined;
  if (!required.asksForReadings || isComplete) return null;
  return addingReviewItem({
    id: deps.ids.next(),
    kind: 'proof_missing',
    appointmentId,
    reason: `${nameOf(actor)} completed this delivery without the meter readings. The ticket doesn’t have them.`,
    dedupeKey: `lacking_readings:${appointmentId}`,
    createdAt: deps.clock.now(),
  });
}

/** Ends the review item about a missing proof when its photo arrives. */
export function endingMissingProof(
  { deps, actor }: Call,
  appointmentId: string,
  kind: DeliveryPhotoKind,
): ConditionalWrite {
  return endingReviewItem(lackKey(appointmentId, missingProofShownBy(kind)), {
    outcome: 'arrived',
    note: null,
    doneBy: nameOf(actor),
    doneAt: deps.clock.now(),
  });
}
