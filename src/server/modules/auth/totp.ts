import type { Deps, Settings } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { seal, unseal } from './sealed';
import { secretsOf } from './tokens';

const ISSUER = 'Dockside';
const PURPOSE = 'totp';
/** Seconds that one code is shown. */
const PERIOD = 30;
/** Codes before and after the one of this moment that count too, for clocks that differ. */
const WINDOW = 1;

/** Loaded with the first code, like the passwords. */
const otpauth = lazy(() => import('otpauth'));

/** A new secret: as a person types it, as a QR code holds it, and sealed for the database. */
export async function newTotp(
  { settings }: Pick<Deps, 'settings'>,
  username: string,
): Promise<{ secret: string; uri: string; sealed: string }> {
  const { Secret, TOTP } = await otpauth();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: ISSUER, label: username, secret, period: PERIOD });
  const { base32 } = secret;
  return {
    secret: base32,
    uri: totp.toString(),
    sealed: seal(settings.appSecret, PURPOSE, base32),
  };
}

/** The secret of an app, and whether a former secret sealed it; null if none of ours opens it. */
function opened(settings: Settings, sealed: string): { base32: string; isFormer: boolean } | null {
  for (const secret of secretsOf(settings)) {
    const base32 = unseal(secret, PURPOSE, sealed);
    if (base32 !== null) return { base32, isFormer: secret !== settings.appSecret };
  }
  return null;
}

/** Whether no secret of ours opens the app's, so that no code of it can be checked. */
export const isLost = (settings: Settings, sealed: string): boolean =>
  opened(settings, sealed) === null;

/**
 * The secret of an app as `APP_SECRET` seals it.
 *
 * @returns the new text; `kept` if `APP_SECRET` sealed it already, `lost` if no secret of ours opens it
 */
export function resealed(settings: Settings, sealed: string): { text: string } | 'kept' | 'lost' {
  const secret = opened(settings, sealed);
  if (secret === null) return 'lost';
  if (!secret.isFormer) return 'kept';
  return { text: seal(settings.appSecret, PURPOSE, secret.base32) };
}

/**
 * The time step (of 30 seconds) whose code was given; null for a wrong code. A step counts only once,
 * so the caller stores it, and refuses the same or an older one. Null too
 * if no secret of ours opens the app's.
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
