import { constantTimeEqual } from 'oslo/crypto';
import { base64url } from 'oslo/encoding';

/** A new secret token: 32 random bytes, base64url. */
export function newToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });
}

/** What is stored of a token, so that a stolen database opens no session. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

/** Whether two secrets are the same; takes as long whichever way they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest();
  return constantTimeEqual(digest(given), digest(expected));
}

/**
 * A signature over a text (HMAC-SHA-256), base64url; `purpose` keeps one kind of link from serving
 * as another. Bun's own hasher, at once: oslo's hands so short a text to another thread and waits.
 */
export function sign(secret: string, purpose: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(`${purpose}:${text}`).digest('base64url');
}

/** Whether a signature belongs to a text, compared in constant time. */
export function isSigned(
  secret: string,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const encoder = new TextEncoder();
  const expected = sign(secret, purpose, text);
  return constantTimeEqual(encoder.encode(expected), encoder.encode(signature));
}
