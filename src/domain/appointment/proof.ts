/** The pictures that prove a delivery, with their labels. */
export const PROOF_LABELS = {
  signature: 'Signature',
  nobody_aboard: 'No one aboard',
} as const;
export type ProofKind = keyof typeof PROOF_LABELS;
export const PROOF_KINDS = Object.keys(PROOF_LABELS) as [ProofKind, ...ProofKind[]];

/** A picture that a driver's device sends after a completion. */
export type DeliveryPhotoKind = 'fuel' | ProofKind;

/** The proof that the owner requires of each delivery by a driver. */
export type RequiredProof = {
  asksForPhoto: boolean;
  asksForSignature: boolean;
  asksForReadings: boolean;
};

/** The proof that may be missing. If no one was aboard, a photo replaces the signature. */
export const MISSING_PROOF_TEXTS = {
  photo: 'a photo of the delivery',
  proof: 'a signature or a photo showing that no one was aboard',
} as const;
export type MissingProof = keyof typeof MISSING_PROOF_TEXTS;

/** Returns the missing proof that a picture provides. */
export const missingProofShownBy = (kind: DeliveryPhotoKind): MissingProof =>
  kind === 'fuel' ? 'photo' : 'proof';

/** Returns the required proof that no picture provides yet. */
export function missingProofOf(
  { asksForPhoto, asksForSignature }: Omit<RequiredProof, 'asksForReadings'>,
  kinds: readonly string[],
): MissingProof[] {
  const missing: MissingProof[] = [];
  if (asksForPhoto && !kinds.includes('fuel')) missing.push('photo');
  if (asksForSignature && !PROOF_KINDS.some((kind) => kinds.includes(kind))) missing.push('proof');
  return missing;
}

/**
 * How long we wait for a completion's pictures, because a device sends the figures first. After
 * that, staff get a list of the missing ones.
 */
export const PICTURES_WITHIN_MS = 30 * 60_000;
