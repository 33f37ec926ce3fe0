import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadEnv } from './env';
import { mistakesOf } from './env.fixture';
import { variables } from './env-variables';

describe('an empty environment', () => {
  const env = loadEnv({});

  test('every variable has a working default', () => {
    expect(env.NODE_ENV).toBe('development');
    expect(env.PORT).toBe(3000);
    expect(env.APP_URL).toBe('http://localhost:3000');
    expect(env.DATABASE_URL).toBe('file:./data/dockside.db');
    expect(env.PHOTO_STORAGE).toEqual({ kind: 'folder', path: './data/photos' });
    expect(env.HOLD_MINUTES).toBe(15);
    expect(env.BOOKING_LEAD_MINUTES).toBe(0);
    expect(env.BUSINESS_TIME_ZONE).toBe('America/New_York');
    expect([env.BUSINESS_LATITUDE, env.BUSINESS_LONGITUDE]).toEqual([41.98, -86.11]);
    expect(env.TEST_PROMO_CODES).toEqual(['DOCKTEST']);
    expect(env.DEMO).toBe(true);
    expect(env.STRIPE_SANDBOX).toBe(true);
    expect(env.STRIPE_SANDBOX_PORT).toBeUndefined();
    expect(env.APP_SECRET).toBeUndefined();
  });

  test('an empty or blank value counts as unset', () => {
    expect(loadEnv({ PORT: '', ADMIN_USERNAME: '  ', DEMO: '', STRIPE_SECRET_KEY: '' })).toEqual(
      env,
    );
  });
});

test('the address follows the port', () => {
  expect(loadEnv({ PORT: '4100' }).APP_URL).toBe('http://localhost:4100');
  expect(loadEnv({ PORT: '4100', APP_URL: 'https://a.example/', DEMO: '0' }).APP_URL).toBe(
    'https://a.example',
  );
});

describe('each mistake has an error message', () => {
  const cases: [string, string, string][] = [
    ['NODE_ENV', 'prod', 'must be one of development, test, production.'],
    ['PORT', '80a', 'must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535.'],
    ['APP_URL', 'dockside', 'must be an address that starts with http: or https:.'],
    [
      'APP_URL',
      'http://a.example/shop',
      'must be an address without a path, such as https://dockside.example.',
    ],
    ['APP_SECRET', 'short', 'must have at least 32 characters.'],
    [
      'DATABASE_URL',
      'postgres://a',
      'must be an address that starts with file: or libsql: or https: or http: or wss: or ws:.',
    ],
    [
      'DATABASE_URL',
      'libsql://a.example?authToken=t',
      'must not include a token. Set DATABASE_AUTH_TOKEN instead.',
    ],
    ['EMERGENCY_ADMIN_PASSWORD', 'abc', 'must have at least 6 characters.'],
    ['STRIPE_API_BASE', 'ftp://a', 'must be an address that starts with http: or https:.'],
    ['STRIPE_SANDBOX', 'maybe', 'must be 1 or 0.'],
    ['STRIPE_SANDBOX_PORT', '0', 'must be a whole number from 1 to 65535.'],
    ['SMTP_URL', 'mail.example', 'must be an address that starts with smtp: or smtps:.'],
    ['MAIL_FROM', 'nobody', 'must be an address such as Dockside <hello@dockside.example>.'],
    ['PHOTO_STORAGE', './photos', 'must be file:FOLDER or s3://BUCKET.'],
    [
      'TEST_PROMO_CODES',
      'ELEVENCHARS',
      'must be codes of 1 to 10 letters, digits, or hyphens, separated by commas.',
    ],
    ['HOLD_MINUTES', '0', 'must be a whole number from 1 to 1440.'],
    ['BUSINESS_TIME_ZONE', 'America/Dowagiac', 'must be a time zone such as America/New_York.'],
    ['BUSINESS_TIME_ZONE', '+05:00', 'must be a time zone such as America/New_York.'],
    ['BUSINESS_ZIP', '4904', 'must be 5 digits.'],
    ['BUSINESS_LATITUDE', '91', 'must be degrees from -90 to 90, such as 41.98.'],
    ['LOG_LEVEL', 'loud', 'must be one of debug, info, warn, error, silent.'],
  ];
  test.each(cases)('%s=%s', (name, value, sentence) => {
    expect(mistakesOf({ [name]: value })).toContain(`${name} ${sentence}`);
  });

  test('all mistakes are listed together', () => {
    const mistakes = mistakesOf({ PORT: 'x', BUSINESS_ZIP: 'x', ADMIN_USERNAME: 'captain' });
    expect(mistakes).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'BUSINESS_ZIP must be 5 digits.',
      'Set both ADMIN_USERNAME and ADMIN_PASSWORD, or neither.',
    ]);
  });
});

test('promo codes are uppercase, listed once each, and can be turned off', () => {
  expect(loadEnv({ TEST_PROMO_CODES: 'dock10, Pier ,DOCK10' }).TEST_PROMO_CODES).toEqual([
    'DOCK10',
    'PIER',
  ]);
  expect(loadEnv({ TEST_PROMO_CODES: 'none' }).TEST_PROMO_CODES).toEqual([]);
});

test('photos can be stored in a bucket if its keys are set', () => {
  const bucket = { PHOTO_STORAGE: 's3://dockside-photos' };
  expect(mistakesOf(bucket)).toEqual([
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set because PHOTO_STORAGE is a bucket.',
  ]);
  const env = loadEnv({ ...bucket, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' });
  expect(env.PHOTO_STORAGE).toEqual({ kind: 's3', bucket: 'dockside-photos' });
});

test('.env.example lists exactly these variables with their defaults', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../../.env.example')).text();
  const listed = parseEnv(text);
  expect(listed).toEqual(
    Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, row.default])),
  );
  for (const [name, row] of Object.entries(variables)) {
    expect(text).toContain(`# ${row.meaning}\n${name}=`);
  }
  expect(loadEnv(listed)).toEqual(loadEnv({}));
});

describe('APP_SECRET_FORMER', () => {
  const APP_SECRET = 'thirty-two characters and a few more';
  const OLD = 'what it was before: also thirty-two of them';
  const OLDER = 'and what it was long before that: in spring';

  test('lists earlier secrets, newest first', () => {
    const { APP_SECRET_FORMER: read } = loadEnv({
      APP_SECRET,
      APP_SECRET_FORMER: `${OLD}, ${OLDER}`,
    });
    expect(read?.map((secret) => secret.reveal())).toEqual([OLD, OLDER]);
    expect(JSON.stringify(read)).toBe('["[secret]","[secret]"]');
  });

  test('refuses a weak, current, or repeated secret, and a rotation without a secret', () => {
    const mistakes = (former: string, secret: string = APP_SECRET) =>
      mistakesOf({ APP_SECRET: secret, APP_SECRET_FORMER: former });
    expect(mistakes('short')).toEqual(['APP_SECRET_FORMER must have at least 32 characters.']);
    expect(mistakes(`${OLD},`)).toEqual(['APP_SECRET_FORMER must have at least 32 characters.']);
    expect(mistakes('0'.repeat(64))).toEqual([
      'APP_SECRET_FORMER must be random, such as the output of openssl rand -base64 48.',
    ]);
    expect(mistakes(APP_SECRET)).toEqual([
      'APP_SECRET_FORMER must not include the current APP_SECRET.',
    ]);
    expect(mistakes(`${OLD}, ${OLD}`)).toEqual(['APP_SECRET_FORMER must not repeat a secret.']);
    expect(mistakes(OLD, '')).toEqual(['APP_SECRET must be set because APP_SECRET_FORMER is set.']);
  });
});
