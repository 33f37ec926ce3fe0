import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { loadEnv } from './env';
import { localSecret } from './secret';

test("secrets aren't printed with the settings", () => {
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

test('a machine without a secret creates one and keeps it', () => {
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
