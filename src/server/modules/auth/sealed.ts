import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Lengths in bytes of the AES-256-GCM nonce and tag. */
const NONCE = 12;
const TAG = 16;

/**
 * Derives a key for each purpose, so that text sealed for one purpose can't be opened for another.
 */
function keyOf(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `sealed:${purpose}`, 32));
}

/**
 * Encrypts a text with this server's secret (base64url), so that a stolen database doesn't reveal
 * it.
 */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed text. Returns null if it was changed, or sealed with another secret. */
export function unseal(secret: string, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) return null;
  const nonce = bytes.subarray(0, NONCE);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    const opened = [decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
}
