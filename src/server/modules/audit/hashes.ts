import type { AuditRow } from './seals.repository';

/** The value on which the first seal is based. */
export const FIRST_HASH = '';

/** Returns the SHA-256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/** Hashes an entry's personal values. The salt keeps anyone from guessing erased values. */
export const detailsHashOf = ({ salt, values }: { salt: string; values: string }): string =>
  sha256(`${salt}\n${values}`);

/** An entry with its number, which is what a seal covers. */
export type Numbered = { number: number; entry: AuditRow | null };

/**
 * Seals an entry: hashes its number and columns together with the previous seal. Empty columns are
 * skipped, so that adding a column doesn't change old seals. A missing entry has a hash of its own.
 */
export function sealOf(before: string, { number, entry }: Numbered): string {
  return sealOfText(before, textOf(number, entry));
}

/** Like `sealOf`, but takes the entry's text so that it can be reused. */
export const sealOfText = (before: string, text: string): string => sha256(`${before}\n${text}`);

export function textOf(number: number, entry: AuditRow | null): string {
  const columns = Object.entries(entry ?? {}).filter(([, value]) => value !== null);
  columns.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${number}\n${JSON.stringify(columns)}`;
}
