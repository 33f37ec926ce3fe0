import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { seal, unseal } from './sealed';

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

/**
 * The time step (of 30 seconds) whose code was given; null for a wrong code. A step counts only once,
 * so the caller stores it, and refuses the same or an older one.
 */
export async function totpStepOf(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  sealed: string,
  code: string,
): Promise<number | null> {
  const base32 = unseal(settings.appSecret, PURPOSE, sealed);
  if (base32 === null) return null;
  const { Secret, TOTP } = await otpauth();
  const timestamp = clock.now();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(base32),
    period: PERIOD,
    window: WINDOW,
    timestamp,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta;
}
