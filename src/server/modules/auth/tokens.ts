import { constantTimeEqual, HMAC, sha256 } from 'oslo/crypto';
import { base64url, encodeHex } from 'oslo/encoding';

/** A new secret token: 32 random bytes, base64url. */
export function newToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });
}

/** What is stored of a token, so that a stolen database opens no session. */
export async function hashToken(token: string): Promise<string> {
  return encodeHex(await sha256(new TextEncoder().encode(token)));
}

/** Whether two secrets are the same; takes as long whichever way they differ. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const [a, b] = await Promise.all([given, expected].map((text) => sha256(encoder.encode(text))));
  return constantTimeEqual(a ?? new Uint8Array(), b ?? new Uint8Array(1));
}

/** A signature over a text, base64url; `purpose` keeps one kind of link from serving as another. */
export async function sign(secret: string, purpose: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const mac = await new HMAC('SHA-256').sign(
    encoder.encode(secret),
    encoder.encode(`${purpose}:${text}`),
  );
  return base64url.encode(new Uint8Array(mac), { includePadding: false });
}

/** Whether a signature belongs to a text, compared in constant time. */
export async function isSigned(
  secret: string,
  purpose: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const encoder = new TextEncoder();
  const expected = await sign(secret, purpose, text);
  return constantTimeEqual(encoder.encode(expected), encoder.encode(signature));
}
