import Negotiator from 'negotiator';

/** How an answer may be compressed, the smaller one first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding to send, by the weights of RFC 9110, 12.5.3. Of equal ones the smaller is chosen.
 *
 * @param accepted the Accept-Encoding header; null if the request has none
 * @param available the encodings that the answer exists in
 * @returns null to send the answer uncompressed
 */
export function encodingFor(
  accepted: string | null,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  if (!accepted) return null;
  const headers = { 'accept-encoding': accepted };
  const offered = [...available, 'identity'];
  const [best] = new Negotiator({ headers }).encodings(offered, { preferred: offered });
  return available.find((encoding) => encoding === best) ?? null;
}
