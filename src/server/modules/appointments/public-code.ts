import { isUniqueViolation } from '@/db/engine/failures';

/**
 * Letters and digits that sound different when read aloud on a dock. 0/O, 1/I/L, 5/S, and U/V
 * aren't used.
 */
const ALPHABET = '2346789ABCDEFGHJKMNPQRTWXYZ';

/**
 * Creates a code such as "D-7KM3Q9" for people to read and say. API calls use IDs. A unique index
 * refuses the rare duplicate among the 27^6 codes.
 */
function newPublicCode(): string {
  for (;;) {
    // Bytes above the last multiple of 27 are skipped, because they'd make the first letters more
    // likely.
    const bytes = crypto.getRandomValues(new Uint8Array(12)).filter((byte) => byte < 243);
    if (bytes.length < 6) continue;
    const letters = Array.from(bytes.subarray(0, 6), (byte) => ALPHABET[byte % ALPHABET.length]);
    return `D-${letters.join('')}`;
  }
}

/** How many codes are tried. They're random and short, so a new one may already be taken. */
const CODE_DRAWS = 5;

/**
 * Writes a row with a new public code, and retries with another code if that one is taken.
 *
 * @param isKnown called after a duplicate, returns true if the same request was stored before
 */
export async function withPublicCode<T>(
  write: (publicCode: string) => Promise<T>,
  isKnown: () => Promise<boolean> = async () => false,
): Promise<T | null> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await write(newPublicCode());
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (await isKnown()) return null;
      if (draw === CODE_DRAWS) throw error;
    }
  }
}
