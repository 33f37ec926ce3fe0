import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseEnv } from 'node:util';
import { EnvError, loadEnv, variables } from '@/server/env';
import { localSecret } from '@/server/secret';

type Source = Record<string, string | undefined>;

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};
const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};
const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'x'.repeat(32),
  APP_URL: 'https://dockside.example',
  ...liveKeys,
};

function mistakesOf(source: Source): readonly string[] {
  try {
    loadEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
}

describe('with nothing set', () => {
  const env = loadEnv({});

  test('everything has a working default', () => {
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
  expect(loadEnv({ PORT: '4100', APP_URL: 'https://a.example/' }).APP_URL).toBe(
    'https://a.example',
  );
});

describe('each mistake has its sentence', () => {
  const cases: [string, string, string][] = [
    ['NODE_ENV', 'prod', 'must be one of development, test, production.'],
    ['PORT', '80a', 'must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535.'],
    ['APP_URL', 'dockside', 'must be an address starting with http:, https:.'],
    [
      'APP_URL',
      'http://a.example/shop',
      'must be an address without a path, such as https://dockside.example.',
    ],
    ['APP_SECRET', 'short', 'must have at least 32 characters.'],
    [
      'DATABASE_URL',
      'postgres://a',
      'must be an address starting with file:, libsql:, https:, http:, wss:, ws:.',
    ],
    [
      'DATABASE_URL',
      'libsql://a.example?authToken=t',
      'must not carry a token: put that in DATABASE_AUTH_TOKEN.',
    ],
    ['EMERGENCY_ADMIN_PASSWORD', 'abc', 'must have at least 6 characters.'],
    ['STRIPE_API_BASE', 'ftp://a', 'must be an address starting with http:, https:.'],
    ['STRIPE_SANDBOX', 'maybe', 'must be 1 or 0.'],
    ['STRIPE_SANDBOX_PORT', '0', 'must be a whole number from 1 to 65535.'],
    ['SMTP_URL', 'mail.example', 'must be an address starting with smtp:, smtps:.'],
    ['MAIL_FROM', 'nobody', 'must be an address such as Dockside <hello@dockside.example>.'],
    ['PHOTO_STORAGE', './photos', 'must be file:FOLDER or s3://BUCKET.'],
    [
      'TEST_PROMO_CODES',
      'ELEVENCHARS',
      'must be codes of 1 to 10 letters or digits with commas between them.',
    ],
    ['HOLD_MINUTES', '0', 'must be a whole number from 1 to 1440.'],
    ['BUSINESS_TIME_ZONE', 'America/Dowagiac', 'must be a time zone such as America/New_York.'],
    ['BUSINESS_TIME_ZONE', '+05:00', 'must be a time zone such as America/New_York.'],
    ['BUSINESS_ZIP', '4904', 'must be five digits.'],
    ['BUSINESS_LATITUDE', '91', 'must be degrees from -90 to 90, such as 41.98.'],
    ['LOG_LEVEL', 'loud', 'must be one of debug, info, warn, error, silent.'],
  ];
  test.each(cases)('%s=%s', (name, value, sentence) => {
    expect(mistakesOf({ [name]: value })).toContain(`${name} ${sentence}`);
  });

  test('all of them are said at once', () => {
    const mistakes = mistakesOf({ PORT: 'x', BUSINESS_ZIP: 'x', ADMIN_USERNAME: 'captain' });
    expect(mistakes).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'BUSINESS_ZIP must be five digits.',
      'ADMIN_USERNAME and ADMIN_PASSWORD must be set together, or neither of them.',
    ]);
  });
});

test('promo codes are upper case, once each, and can be switched off', () => {
  expect(loadEnv({ TEST_PROMO_CODES: 'dock10, Pier ,DOCK10' }).TEST_PROMO_CODES).toEqual([
    'DOCK10',
    'PIER',
  ]);
  expect(loadEnv({ TEST_PROMO_CODES: 'none' }).TEST_PROMO_CODES).toEqual([]);
});

test('photos can be kept in a bucket, given its keys', () => {
  const bucket = { PHOTO_STORAGE: 's3://dockside-photos' };
  expect(mistakesOf(bucket)).toEqual([
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when PHOTO_STORAGE is a bucket.',
  ]);
  const env = loadEnv({ ...bucket, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' });
  expect(env.PHOTO_STORAGE).toEqual({ kind: 's3', bucket: 'dockside-photos' });
});

describe('Stripe', () => {
  const incomplete = expect.stringContaining('must all be set, or STRIPE_SANDBOX=1');

  test('the three keys switch from the sandbox to Stripe', () => {
    expect(loadEnv(testKeys).STRIPE_SANDBOX).toBe(false);
    expect(loadEnv(liveKeys).STRIPE_SANDBOX).toBe(false);
  });

  test.each(Object.keys(testKeys))('%s does not come alone', (name) => {
    expect(mistakesOf({ [name]: testKeys[name as keyof typeof testKeys] })).toEqual([incomplete]);
  });

  test('no keys and no sandbox is a mistake', () => {
    expect(mistakesOf({ STRIPE_SANDBOX: '0' })).toEqual([incomplete]);
  });

  test('a sandbox elsewhere needs no keys', () => {
    const env = loadEnv({
      STRIPE_API_BASE: 'http://localhost:12111',
      STRIPE_SECRET_KEY: 'sk_test_a',
    });
    expect(env.STRIPE_SANDBOX).toBe(true);
    expect(env.STRIPE_API_BASE).toBe('http://localhost:12111');
  });

  test("Stripe's own address is no sandbox", () => {
    expect(loadEnv({ ...testKeys, STRIPE_API_BASE: 'https://api.stripe.com' }).STRIPE_SANDBOX).toBe(
      false,
    );
    expect(mistakesOf({ STRIPE_API_BASE: 'https://api.stripe.com' })).toEqual([incomplete]);
  });

  test('keys of two modes are refused', () => {
    expect(mistakesOf({ ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })).toContain(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live.',
    );
  });

  test.each([{ STRIPE_SANDBOX: '1' }, { STRIPE_API_BASE: 'http://localhost:12111' }])(
    'a live key never goes to a sandbox: %o',
    (source) => {
      expect(mistakesOf({ ...liveKeys, ...source })).toContain(
        'STRIPE_SECRET_KEY must not be a live key when payments go to a sandbox.',
      );
    },
  );
});

describe('in production', () => {
  test('a complete environment starts, without demo, test codes or sandbox', () => {
    const env = loadEnv(production);
    expect(env.DEMO).toBe(false);
    expect(env.TEST_PROMO_CODES).toEqual([]);
    expect(env.STRIPE_SANDBOX).toBe(false);
  });

  test('nothing set says everything that is missing', () => {
    expect(mistakesOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringContaining(
        'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET',
      ),
      'APP_SECRET must be set in production: 32 random characters or more.',
      'APP_URL must be set in production: the https address that people open.',
    ]);
  });

  test('the sandbox runs only when asked for', () => {
    const { NODE_ENV, APP_SECRET, APP_URL } = production;
    const bare = { NODE_ENV, APP_SECRET, APP_URL };
    expect(mistakesOf({ ...bare, STRIPE_API_BASE: 'http://localhost:12111' })).toContain(
      'STRIPE_API_BASE must be unset in production, unless STRIPE_SANDBOX=1 says that payments are pretended.',
    );
    expect(loadEnv({ ...bare, STRIPE_SANDBOX: '1' }).STRIPE_SANDBOX).toBe(true);
  });

  test.each([
    [{ APP_URL: 'http://dockside.example' }, 'APP_URL must start with https: in production.'],
    [{ APP_URL: 'http://localhost.example' }, 'APP_URL must start with https: in production.'],
    [
      { DATABASE_URL: 'libsql://dock.example' },
      'DATABASE_AUTH_TOKEN must be set in production for a database server.',
    ],
    [
      { ADMIN_USERNAME: 'captain', ADMIN_PASSWORD: 'harbour' },
      'ADMIN_PASSWORD must have at least 12 characters in production.',
    ],
    [
      { EMERGENCY_ADMIN_PASSWORD: 'harbour' },
      'EMERGENCY_ADMIN_PASSWORD must have at least 12 characters in production.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example:587' },
      'MAIL_FROM must be set in production when SMTP_URL is.',
    ],
  ])('%o is refused', (change, sentence) => {
    expect(mistakesOf({ ...production, ...change })).toEqual([sentence]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    '%s may go without https',
    (APP_URL) => {
      expect(mistakesOf({ ...production, APP_URL })).toEqual([]);
    },
  );
});

test('no secret is printed with the settings', () => {
  const secrets = {
    APP_SECRET: 'hush'.repeat(8),
    DATABASE_AUTH_TOKEN: 'hush-token',
    ADMIN_USERNAME: 'captain',
    ADMIN_PASSWORD: 'hush-password',
    EMERGENCY_ADMIN_PASSWORD: 'hush-emergency',
    STRIPE_SECRET_KEY: 'sk_test_hush',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_open',
    STRIPE_WEBHOOK_SECRET: 'whsec_hush',
    SMTP_URL: 'smtp://me:hush@mail.example',
    S3_SECRET_ACCESS_KEY: 'hush-bucket',
  };
  const env = loadEnv(secrets);
  for (const print of [
    JSON.stringify(env),
    inspect(env),
    Bun.inspect(env),
    `${Object.values(env)}`,
  ]) {
    expect(print).not.toContain('hush');
  }
  expect(env.ADMIN_PASSWORD?.reveal()).toBe('hush-password');
});

test('.env.example lists exactly these variables with their defaults', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../.env.example')).text();
  const listed = parseEnv(text);
  expect(listed).toEqual(
    Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, row.default])),
  );
  for (const [name, row] of Object.entries(variables)) {
    expect(text).toContain(`# ${row.meaning}\n${name}=`);
  }
  expect(loadEnv(listed)).toEqual(loadEnv({}));
});

test('a machine without a secret makes one and keeps it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-secret-'));
  try {
    const one = 'one secret of a good many letters, enough for signing';
    const first = localSecret(join(folder, 'data'), () => one);
    expect(first.reveal()).toBe(one);
    expect(localSecret(join(folder, 'data'), () => 'two').reveal()).toBe(one);
    expect(statSync(join(folder, 'data', 'app-secret')).mode & 0o077).toBe(0);
    writeFileSync(join(folder, 'data', 'app-secret'), '');
    expect(() => localSecret(join(folder, 'data'), () => one)).toThrow('damaged');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
