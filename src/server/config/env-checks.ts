/** Rules that involve several variables, and defaults that depend on other variables. */
import { splitSecrets } from './env-values';

export type Source = Record<string, string | undefined>;

/** The shortest password of an admin in production. */
export const PRODUCTION_PASSWORD_MIN = 12;

/**
 * Default sender. It only works for mail on this machine, because other email servers reject it.
 */
export const localSender = 'Dockside <no-reply@localhost>';

/** An address that only this machine can open. */
const LOCAL_URL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

const isStripeItself = (base: string) => /^https:\/\/api\.stripe\.com\/?$/.test(base);
/** True if payments are simulated by default. They never are in production or with real keys. */
export function pretendsByDefault(source: Source): boolean {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = source;
  return !inProduction(source) && (base ? !isStripeItself(base) : !key);
}
/** Some settings have no safe default, so production requires them. */
export const inProduction = (source: Source) => source.NODE_ENV === 'production';

/** Mistakes that involve several variables, one sentence each. */
export function mistakesTogether(given: Source): string[] {
  return [
    ...adminMistakes(given),
    ...secretMistakes(given),
    ...stripeMistakes(given),
    ...photoMistakes(given),
    ...twilioMistakes(given),
    ...pushMistakes(given),
    ...(inProduction(given) ? productionMistakes(given) : publicMistakes(given)),
  ];
}

function adminMistakes(given: Source): string[] {
  if (!given.ADMIN_USERNAME === !given.ADMIN_PASSWORD) return [];
  return ['Set both ADMIN_USERNAME and ADMIN_PASSWORD, or neither.'];
}

function secretMistakes({ APP_SECRET: secret, APP_SECRET_FORMER: former }: Source): string[] {
  if (!former) return [];
  if (!secret) return ['APP_SECRET must be set because APP_SECRET_FORMER is set.'];
  if (!splitSecrets(former).includes(secret)) return [];
  return ['APP_SECRET_FORMER must not include the current APP_SECRET.'];
}

function stripeMistakes(given: Source): string[] {
  const mistakes: string[] = [];
  const keys = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY, given.STRIPE_WEBHOOK_SECRET];
  const count = keys.filter((key) => key).length;
  const elsewhere = Boolean(given.STRIPE_API_BASE && !isStripeItself(given.STRIPE_API_BASE));
  const said = given.STRIPE_SANDBOX;
  const sandbox = said ? /^(1|true|yes|on)$/i.test(said) : pretendsByDefault(given);
  const halfGiven = count > 0 && !said && !elsewhere;

  if (count < 3 && (!sandbox || halfGiven)) {
    mistakes.push(
      'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET, or set STRIPE_SANDBOX=1 to simulate payments.',
    );
  }
  const modes = keys.flatMap((key) => /^[spr]k_(test|live)_/.exec(key ?? '')?.[1] ?? []);
  if (new Set(modes).size > 1) {
    mistakes.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.',
    );
  }
  if (modes.includes('live') && (sandbox || elsewhere)) {
    mistakes.push(
      'STRIPE_SECRET_KEY must not be a live key because payments go to a sandbox. Set a test key, or turn the sandbox off.',
    );
  }
  if (elsewhere && !sandbox && inProduction(given)) {
    mistakes.push(
      'Remove STRIPE_API_BASE in production, or set STRIPE_SANDBOX=1 to simulate payments.',
    );
  }
  return mistakes;
}

function photoMistakes(given: Source): string[] {
  if (!given.PHOTO_STORAGE?.startsWith('s3:')) return [];
  if (given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY) return [];
  return [
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set because PHOTO_STORAGE is a bucket.',
  ];
}

function twilioMistakes(given: Source): string[] {
  const values = [given.TWILIO_ACCOUNT_SID, given.TWILIO_AUTH_TOKEN, given.TWILIO_FROM];
  const count = values.filter((value) => value).length;
  if (count === 0 || count === values.length) return [];
  return ['Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM, or none of them.'];
}

function pushMistakes(given: Source): string[] {
  if (Boolean(given.VAPID_PUBLIC_KEY) === Boolean(given.VAPID_PRIVATE_KEY)) return [];
  return ['Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.'];
}

/**
 * The README publishes the demo accounts' passwords. So if the product has a public address, the
 * demo must be turned on explicitly.
 */
function publicMistakes(given: Source): string[] {
  if (given.DEMO || !given.APP_URL || LOCAL_URL.test(given.APP_URL)) return [];
  return [
    'APP_URL is public, so set NODE_ENV=production, or set DEMO. DEMO=0 starts empty. DEMO=1 adds the demo accounts, whose passwords are published.',
  ];
}

function productionMistakes(given: Source): string[] {
  const mistakes: string[] = [];
  if (!given.APP_SECRET) {
    mistakes.push('APP_SECRET must be set in production. Use 32 random characters or more.');
  }
  if (!given.APP_URL) {
    mistakes.push('APP_URL must be set in production. Use the https address that people open.');
  } else if (!given.APP_URL.startsWith('https:') && !LOCAL_URL.test(given.APP_URL)) {
    mistakes.push('APP_URL must start with https: in production.');
  }
  if (/^(libsql|https|wss):/.test(given.DATABASE_URL ?? '') && !given.DATABASE_AUTH_TOKEN) {
    mistakes.push(
      'DATABASE_AUTH_TOKEN must be set in production because DATABASE_URL is a database server.',
    );
  }
  for (const name of ['ADMIN_PASSWORD', 'EMERGENCY_ADMIN_PASSWORD'] as const) {
    const password = given[name];
    if (password && password.length < PRODUCTION_PASSWORD_MIN) {
      mistakes.push(
        `${name} must have at least ${PRODUCTION_PASSWORD_MIN} characters in production.`,
      );
    }
  }
  if (given.SMTP_URL && (given.MAIL_FROM ?? localSender) === localSender) {
    mistakes.push('MAIL_FROM must be set in production because SMTP_URL is set.');
  }
  return mistakes;
}
