import type { Deps, Settings } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { seal, unseal } from './sealed';
import { secretsOf } from './tokens';

const PURPOSE = 'totp';
/** Seconds for which one code is shown. */
const PERIOD = 30;
/** Number of earlier and later codes accepted, in case clocks differ. */
const WINDOW = 1;

/** Loaded with the first code, so that the start doesn't wait for it. */
const otpauth = lazy(() => import('otpauth'));

/** An authenticator app splits the issuer from the username at a colon. */
const issuerIn = (name: string) => name.replaceAll(':', ' ');

/** Creates a secret as text to type, as a URI for a QR code, and sealed for the database. */
export async function newTotp(
  { settings }: Pick<Deps, 'settings'>,
  { issuer, username }: { issuer: string; username: string },
): Promise<{ secret: string; uri: string; sealed: string }> {
  const { Secret, TOTP } = await otpauth();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: issuerIn(issuer), label: username, secret, period: PERIOD });
  const { base32 } = secret;
  return {
    secret: base32,
    uri: totp.toString(),
    sealed: seal(settings.appSecret, PURPOSE, base32),
  };
}

/**
 * Opens an app's sealed secret. `isFormer` is true if a former secret sealed it. Null if none of
 * our secrets opens it.
 */
function opened(settings: Settings, sealed: string): { base32: string; isFormer: boolean } | null {
  for (const secret of secretsOf(settings)) {
    const base32 = unseal(secret, PURPOSE, sealed);
    if (base32 !== null) return { base32, isFormer: secret !== settings.appSecret };
  }
  return null;
}

/** True if none of our secrets opens the app's secret, so its codes can't be checked. */
export const isLost = (settings: Settings, sealed: string): boolean =>
  opened(settings, sealed) === null;

/**
 * Reseals an app's secret with `APP_SECRET`.
 *
 * @returns the new text, `kept` if `APP_SECRET` already sealed it, or `lost` if none of our secrets
 *   opens it
 */
export function resealed(settings: Settings, sealed: string): { text: string } | 'kept' | 'lost' {
  const secret = opened(settings, sealed);
  if (secret === null) return 'lost';
  if (!secret.isFormer) return 'kept';
  return { text: seal(settings.appSecret, PURPOSE, secret.base32) };
}

/**
 * Returns the 30-second time step that a code belongs to, or null if the code is wrong or none of
 * our secrets opens the app's. A step counts only once, so the caller stores it and refuses it and
 * older ones.
 */
export async function totpStepOf(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  sealed: string,
  code: string,
): Promise<number | null> {
  const secret = opened(settings, sealed);
  if (secret === null) return null;
  const { Secret, TOTP } = await otpauth();
  const timestamp = clock.now();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret.base32),
    period: PERIOD,
    window: WINDOW,
    timestamp,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta;
}
