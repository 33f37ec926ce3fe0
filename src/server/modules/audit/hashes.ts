import type { AuditRow } from './seals.repository';

/** The hash that the first seal builds on. */
export const FIRST_HASH = '';

/** The SHA-256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/** The hash of personal values in their entry; the salt keeps anyone from guessing what was erased. */
export const detailsHashOf = ({ salt, values }: { salt: string; values: string }): string =>
  sha256(`${salt}\n${values}`);

/** What a seal covers: an entry with its number. */
export type Numbered = { number: number; entry: AuditRow | null };

/**
 * The seal of an entry: its number and columns, on top of the seal before it. Columns without a value
 * are left out, so that a later column changes no seal; a missing entry has a hash of its own.
 */
export function sealOf(before: string, { number, entry }: Numbered): string {
  return sealOfText(before, textOf(number, entry));
}

/** The same for many seals over one entry, whose text is made once. */
export const sealOfText = (before: string, text: string): string => sha256(`${before}\n${text}`);

export function textOf(number: number, entry: AuditRow | null): string {
  const columns = Object.entries(entry ?? {}).filter(([, value]) => value !== null);
  columns.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${number}\n${JSON.stringify(columns)}`;
}
