import { constantTimeEqual } from 'oslo/crypto';
import { base64url } from 'oslo/encoding';
import type { Deps } from '@/server/config/deps';

/** A new secret token: 32 random bytes, base64url. */
export function newToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });
}

/** The hash under which a token is stored: a stolen database opens no session. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

/** A text by which the same content is known again; keys may stand in any order. */
export function fingerprintOf(content: Record<string, unknown>): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashToken(JSON.stringify(sorted));
}

/** Whether two secrets are the same, compared in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return constantTimeEqual(digest(given), digest(expected));
}

/**
 * The signature of a text (HMAC-SHA-256), base64url; a signature for one `purpose` is not valid for
 * another. Made with Bun's own hasher, which answers at once: oslo's sends even a short text to
 * another thread.
 */
export function sign(secret: string, purpose: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
}

const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A token of 22 letters and digits (131 bits) for a link. It can be made again from the same text, so
 * that every message carries the same one and only its hash is stored.
 */
export function shortToken(secret: string, purpose: string, text: string): string {
  const digest = new Bun.CryptoHasher('sha256', secret).update(`${purpose}:${text}`).digest('hex');
  let rest = BigInt(`0x${digest}`);
  return Array.from({ length: 22 }, () => {
    const letter = LETTERS_AND_DIGITS[Number(rest % 62n)];
    rest /= 62n;
    return letter;
  }).join('');
}

/** The secret that signs, and the ones before it, whose signatures still count. */
export type AppSecrets = { appSecret: string; formerSecrets: readonly string[] };

/** All secrets whose signatures count, the one that signs first. */
export const secretsOf = ({ appSecret, formerSecrets }: AppSecrets): readonly string[] => [
  appSecret,
  ...formerSecrets,
];

/** Whether a signature of ours fits a text, compared in constant time. */
export function isSigned(
  secrets: AppSecrets,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const encoder = new TextEncoder();
  const given = encoder.encode(signature);
  return secretsOf(secrets).some((secret) =>
    constantTimeEqual(encoder.encode(sign(secret, purpose, text)), given),
  );
}

/** What a guest's cookie is signed for. */
const GUEST = 'guest';

/** The value of the cookie by which a browser is known again: an id and our signature over it. */
export function newGuestToken({ ids, settings }: Pick<Deps, 'ids' | 'settings'>): {
  id: string;
  token: string;
} {
  const id = ids.next();
  return { id, token: `${id}.${sign(settings.appSecret, GUEST, id)}` };
}

/** The id of the browser that a token names, or null when we did not sign it. */
export function readGuestToken({ settings }: Pick<Deps, 'settings'>, token: string): string | null {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return null;
  const id = token.slice(0, dot);
  return isSigned(settings, GUEST, id, token.slice(dot + 1)) ? id : null;
}
