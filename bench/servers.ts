/** The servers of a run: the product and the reference servers. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Started, start } from './processes';
import type { Reference } from './reference-server';

/** The Stripe sandbox. It runs in its own process, as Stripe does, so that its work isn't counted as the product's. */
export function startStripe(folder: string): Promise<Started> {
  const program = 'packages/stripe-sandbox/server/main.ts';
  const db = join(folder, 'stripe-sandbox.db');
  return start((port) => [program, '--port', String(port), '--db', db], '/_sandbox/faults');
}

/**
 * The product that `bun run serve` starts, with a database file or a libSQL server.
 *
 * @param options.folder for everything it stores outside of the database
 * @param options.flags for Bun, such as files to load before the program
 */
export function startProduct(
  database: string,
  stripe: Started,
  {
    folder = `${database}.product`,
    env = {},
    flags = [],
  }: { folder?: string; env?: Record<string, string>; flags?: readonly string[] } = {},
): Promise<Started> {
  mkdirSync(folder, { recursive: true });
  return start([...flags, 'scripts/serve.ts'], '/healthz', {
    APP_URL: 'http://localhost:3000',
    DATABASE_URL: database.startsWith('http') ? database : `file:${database}`,
    PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
    STRIPE_API_BASE: `http://127.0.0.1:${stripe.port}`,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    WEATHER_FEED: 'local',
    // All bookings come from one address. Its rate limit is counted as usual but never reached.
    RATE_LIMIT_FACTOR: '1000',
    ...env,
  });
}

/** Bun.serve with a constant answer. */
export function startBare(answer = '{"ok":true}'): Promise<Started> {
  return startReference('bare', { ANSWER: answer });
}

/** Bun.serve with a file's bytes as its constant answer. */
export function startBareFile(file: string): Promise<Started> {
  return startReference('bare', { ANSWER_FILE: file });
}

/** Bun.serve with prepared bun:sqlite statements on a database file. */
export function startSqlite(databaseFile: string): Promise<Started> {
  return startReference('sqlite', { DATABASE_FILE: databaseFile });
}

function startReference(reference: Reference, env: Record<string, string>): Promise<Started> {
  return start([join(import.meta.dir, 'reference-server.ts'), reference], '/2026-01-01', env);
}
