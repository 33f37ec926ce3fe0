/** An app on a phone, for tests: the codes of a secret. Runs under Bun and Node. */
import { Secret, TOTP } from 'otpauth';

/** The code that an app shows at an instant. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
