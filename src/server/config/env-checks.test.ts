import { describe, expect, test } from 'bun:test';
import { loadEnv } from './env';
import { mistakesOf } from './env.fixture';

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

describe('Stripe', () => {
  const incomplete = expect.stringContaining('or set STRIPE_SANDBOX=1');

  test('the three keys switch from the sandbox to Stripe', () => {
    expect(loadEnv(testKeys).STRIPE_SANDBOX).toBe(false);
    expect(loadEnv(liveKeys).STRIPE_SANDBOX).toBe(false);
  });

  test.each(Object.keys(testKeys))('%s needs the other two', (name) => {
    expect(mistakesOf({ [name]: testKeys[name as keyof typeof testKeys] })).toEqual([incomplete]);
  });

  test('a start without keys or sandbox is a mistake', () => {
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

  test("Stripe's own address isn't a sandbox", () => {
    expect(loadEnv({ ...testKeys, STRIPE_API_BASE: 'https://api.stripe.com' }).STRIPE_SANDBOX).toBe(
      false,
    );
    expect(mistakesOf({ STRIPE_API_BASE: 'https://api.stripe.com' })).toEqual([incomplete]);
  });

  test('keys of different modes are refused', () => {
    expect(mistakesOf({ ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' })).toContain(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.',
    );
  });

  test.each([{ STRIPE_SANDBOX: '1' }, { STRIPE_API_BASE: 'http://localhost:12111' }])(
    'a live key never goes to a sandbox: %o',
    (source) => {
      expect(mistakesOf({ ...liveKeys, ...source })).toContain(
        'STRIPE_SECRET_KEY must not be a live key because payments go to a sandbox. Set a test key, or turn the sandbox off.',
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

  test('an empty environment names every missing variable', () => {
    expect(mistakesOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringContaining(
        'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET',
      ),
      'APP_SECRET must be set in production. Use 32 random characters or more.',
      'APP_URL must be set in production. Use the https address that people open.',
    ]);
  });

  test('the sandbox runs only with STRIPE_SANDBOX=1', () => {
    const { NODE_ENV, APP_SECRET, APP_URL } = production;
    const bare = { NODE_ENV, APP_SECRET, APP_URL };
    expect(mistakesOf({ ...bare, STRIPE_API_BASE: 'http://localhost:12111' })).toContain(
      'Remove STRIPE_API_BASE in production, or set STRIPE_SANDBOX=1 to simulate payments.',
    );
    expect(loadEnv({ ...bare, STRIPE_SANDBOX: '1' }).STRIPE_SANDBOX).toBe(true);
  });

  test.each([
    [{ APP_URL: 'http://dockside.example' }, 'APP_URL must start with https: in production.'],
    [{ APP_URL: 'http://localhost.example' }, 'APP_URL must start with https: in production.'],
    [
      { DATABASE_URL: 'libsql://dock.example' },
      'DATABASE_AUTH_TOKEN must be set in production because DATABASE_URL is a database server.',
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
      { VAPID_PUBLIC_KEY: 'B'.repeat(87) },
      'Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example:587' },
      'MAIL_FROM must be set in production because SMTP_URL is set.',
    ],
  ])('%o is refused', (change, sentence) => {
    expect(mistakesOf({ ...production, ...change })).toEqual([sentence]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    '%s is allowed without https',
    (APP_URL) => {
      expect(mistakesOf({ ...production, APP_URL })).toEqual([]);
    },
  );
});

describe('published passwords', () => {
  const refused = expect.stringContaining('APP_URL is public, so set NODE_ENV=production');

  test.each(['https://dock.example', 'http://dock.example:3000', 'http://203.0.113.9'])(
    "%s doesn't get the demo's accounts unless someone asks for them",
    (APP_URL) => {
      expect(mistakesOf({ APP_URL })).toEqual([refused]);
      expect(mistakesOf({ APP_URL, NODE_ENV: 'development', DEMO: '' })).toEqual([refused]);
      for (const DEMO of ['0', '1']) expect(loadEnv({ APP_URL, DEMO }).APP_URL).toBe(APP_URL);
    },
  );

  test.each(['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'https://localhost'])(
    'this machine ("%s") has the demo',
    (APP_URL) => {
      expect(loadEnv({ APP_URL }).DEMO).toBe(true);
    },
  );
});

describe('the server listens', () => {
  test('everywhere without a proxy, and behind one only on this machine unless HOST is set', () => {
    expect(loadEnv({}).HOST).toBe('::');
    expect(loadEnv({ TRUST_PROXY: '1' }).HOST).toBe('127.0.0.1');
    expect(loadEnv({ TRUST_PROXY: '1', HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
  });

  test('TRUSTED_PROXIES accepts addresses and networks', () => {
    const { TRUSTED_PROXIES } = loadEnv({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8' });
    expect(TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', 'fd00::/8']);
    for (const wrong of ['caddy', '10.0.0.0/33', '10.0.0/8', '1.2.3.4,,']) {
      expect(mistakesOf({ TRUSTED_PROXIES: wrong })).toEqual([
        expect.stringContaining('TRUSTED_PROXIES must be IP addresses or networks'),
      ]);
    }
  });
});
