import { isUniqueViolation } from '@/db/engine/failures';

/** Letters and digits that sound different when read aloud on a dock: no 0/O, 1/I/L, 5/S, U/V. */
const ALPHABET = '2346789ABCDEFGHJKMNPQRTWXYZ';

/**
 * A code such as "D-7KM3Q9": for people, on the phone and in the list; ids stay for calls.
 * 27^6 codes are plenty beside a unique index, which refuses the rare repeat.
 */
function newPublicCode(): string {
  for (;;) {
    // Bytes past the last whole multiple would make the first letters likelier.
    const bytes = crypto.getRandomValues(new Uint8Array(12)).filter((byte) => byte < 243);
    if (bytes.length < 6) continue;
    const letters = Array.from(bytes.subarray(0, 6), (byte) => ALPHABET[byte % ALPHABET.length]);
    return `D-${letters.join('')}`;
  }
}

/** Public codes are random and short; a repeated one is drawn again. */
const CODE_DRAWS = 5;

/**
 * Writes a row with a new public code, and draws another one where an appointment has it.
 *
 * @param isKnown says, after a row was refused as a repeat, that the same request came before; then null
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
