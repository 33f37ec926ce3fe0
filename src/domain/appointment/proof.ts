/** What proves a delivery where the owner asks for it: one of these pictures, and how it is called. */
export const PROOF_LABELS = {
  signature: 'Signature',
  nobody_aboard: 'No one aboard',
} as const;
export type ProofKind = keyof typeof PROOF_LABELS;
export const PROOF_KINDS = Object.keys(PROOF_LABELS) as [ProofKind, ...ProofKind[]];

/** What a driver's device sends a picture of after a completion. */
export type DeliveryPhotoKind = 'fuel' | ProofKind;

/** What the owner wants of each completion by a driver. */
export type RequiredProof = { asksForPhoto: boolean; asksForSignature: boolean };

/** What a delivery may lack of it; a photo that no one was aboard stands in for the signature. */
export const MISSING_PROOF_TEXTS = {
  photo: 'a photo of it',
  proof: 'a signature or a photo that no one was aboard',
} as const;
export type MissingProof = keyof typeof MISSING_PROOF_TEXTS;

/** Which lack a picture ends. */
export const missingProofShownBy = (kind: DeliveryPhotoKind): MissingProof =>
  kind === 'fuel' ? 'photo' : 'proof';

/** What the owner requires and no picture shows yet. */
export function missingProofOf(
  { asksForPhoto, asksForSignature }: RequiredProof,
  kinds: readonly string[],
): MissingProof[] {
  const lacks: MissingProof[] = [];
  if (asksForPhoto && !kinds.includes('fuel')) lacks.push('photo');
  if (asksForSignature && !PROOF_KINDS.some((kind) => kinds.includes(kind))) lacks.push('proof');
  return lacks;
}

/**
 * For so long after a completion its pictures may be on their way: a device sends the figures first.
 * Then staff look at what is not there.
 */
export const PICTURES_WITHIN_MS = 30 * 60_000;
