/** An authenticator app for tests, which generates a secret's codes. Runs under Bun and Node. */
import { Secret, TOTP } from 'otpauth';

/** Returns the code that an app shows at a time. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
