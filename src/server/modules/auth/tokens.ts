import { constantTimeEqual } from 'oslo/crypto';
import { base64url } from 'oslo/encoding';
import type { Deps } from '@/server/config/deps';

/** Creates a secret token from 32 random bytes (base64url). */
export function newToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });
}

/**
 * Returns the hash under which a token is stored, so that a stolen database doesn't give access to
 * sessions.
 */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

/** Returns the same text for the same content, regardless of the order of its keys. */
export function fingerprintOf(content: Record<string, unknown>): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashToken(JSON.stringify(sorted));
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return constantTimeEqual(digest(given), digest(expected));
}

/**
 * Signs a text (HMAC-SHA-256, base64url). A signature for one `purpose` isn't valid for another. It
 * uses Bun's synchronous hasher, because oslo's moves even short texts to another thread.
 */
export function sign(secret: string, purpose: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
}

const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Creates the token of a link: 22 letters and digits (131 bits). The same text always gives the
 * same token, so every message can contain it although only its hash is stored.
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

/** The current signing secret, and the former ones whose signatures are still accepted. */
export type AppSecrets = { appSecret: string; formerSecrets: readonly string[] };

/** Returns all accepted secrets, starting with the current one. */
export const secretsOf = ({ appSecret, formerSecrets }: AppSecrets): readonly string[] => [
  appSecret,
  ...formerSecrets,
];

/** Checks a text's signature in constant time. */
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

/** Purpose of the signature in a guest's cookie. */
const GUEST = 'guest';

/** Creates the cookie value that identifies a guest's browser: an ID and our signature over it. */
export function newGuestToken({ ids, settings }: Pick<Deps, 'ids' | 'settings'>): {
  id: string;
  token: string;
} {
  const id = ids.next();
  return { id, token: `${id}.${sign(settings.appSecret, GUEST, id)}` };
}

/** Returns the browser's ID from its token, or null if we didn't sign it. */
export function readGuestToken({ settings }: Pick<Deps, 'settings'>, token: string): string | null {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return null;
  const id = token.slice(0, dot);
  return isSigned(settings, GUEST, id, token.slice(dot + 1)) ? id : null;
}
