/** The servers of a run: the product and the reference servers. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Started, start } from './processes';
import type { Reference } from './reference-server';

/** The Stripe sandbox. It runs in its own process, as Stripe does, so that its work isn't counted as the product's. */
export function startStripe(folder: string): Promise<Started> {
  const program = 'src/stripe-sandbox/server/main.ts';
  const db = join(folder, 'stripe-sandbox.db');
  return start((port) => [program, '--port', String(port), '--db', db], '/_sandbox/faults');
}

/** The product with a database file, started like `bun run serve`. */
export function startProduct(databaseFile: string, stripe: Started): Promise<Started> {
  return startProgram(null, databaseFile, `${databaseFile}.product`, stripe);
}

/**
 * A built server, or the one that `bun run serve` starts, with a database file or a libSQL server. It
 * stores everything else in `folder`.
 *
 * @param flags for Bun, such as files to load before the program
 */
export function startProgram(
  program: string | null,
  database: string,
  folder: string,
  stripe: Started,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Started> {
  mkdirSync(folder, { recursive: true });
  const args =
    program === null ? ['scripts/serve.ts'] : [join(import.meta.dir, 'serve.ts'), program];
  return start([...flags, ...args], '/healthz', {
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
