import { base32 } from 'oslo/encoding';
import { type ConditionalWrite, inserting } from '@/db/guarded-batch';
import { recoveryCodes } from '@/db/schema';
import { plainRecoveryCode, RECOVERY_CODE_COUNT } from '@/domain/account/second-factor';
import type { Deps } from '@/server/config/deps';
import { type CodeRow, deleteCodesOf } from './factors.repository';
import { hashToken } from './tokens';

/**
 * Number of bytes in a code, which makes 24 letters and digits. From 112 bits on, a plain hash is
 * enough (ASVS 6.5.2).
 */
const BYTES = 15;

/**
 * Creates ten codes in the form in which people note them ("k3vm-2q7x-…"), and their rows with the
 * hashes.
 */
export function newRecoveryCodes(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  userId: string,
): { codes: string[]; rows: CodeRow[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const text = base32.encode(crypto.getRandomValues(new Uint8Array(BYTES))).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
  const createdAt = clock.now();
  const rows = codes.map((code) => ({
    id: ids.next(),
    userId,
    createdAt,
    usedAt: null,
    codeHash: hashRecoveryCode(code),
  }));
  return { codes, rows };
}

/** Returns the writes that replace all of a user's codes with new ones. */
export function replacingCodes(userId: string, rows: readonly CodeRow[]): ConditionalWrite[] {
  return [
    (orm, onlyIf) => deleteCodesOf(orm, userId, { onlyIf: [onlyIf] }),
    ...rows.map((row) => inserting(recoveryCodes, row)),
  ];
}

/** Returns the hash under which a code is stored. */
export function hashRecoveryCode(typed: string): string {
  return hashToken(plainRecoveryCode(typed));
}
