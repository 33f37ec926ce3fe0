import { timingSafeEqual } from 'node:crypto';
import type { CallbackFields } from './port';

/**
 * Signs a callback as Twilio does: the address, then each field's name and value in the order of the
 * names, with HMAC-SHA1 and the account's token.
 */
export function signatureOf(token: string, url: string, fields: CallbackFields): string {
  const names = Object.keys(fields).sort();
  const signed = names.reduce((text, name) => `${text}${name}${fields[name]}`, url);
  return new Bun.CryptoHasher('sha1', token).update(signed).digest('base64');
}

/** Checks a signature. The comparison takes the same time for every wrong signature. */
export function isSignedWith(
  token: string,
  { url, fields, signature }: { url: string; fields: CallbackFields; signature: string | null },
): boolean {
  const right = Buffer.from(signatureOf(token, url, fields));
  const given = Buffer.from(signature ?? '');
  return given.length === right.length && timingSafeEqual(given, right);
}
