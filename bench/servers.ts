/** The servers of a run: the product, and what it is compared with. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Started, start } from './processes';
import type { Reference } from './reference-server';

/** Stripe's stand-in. It runs beside the product, as Stripe does, so that its work counts for itself. */
export function startStripe(folder: string): Promise<Started> {
  const program = 'src/server/stripe-sandbox/main.ts';
  const db = join(folder, 'stripe-sandbox.db');
  return start((port) => [program, '--port', String(port), '--db', db], '/_sandbox/faults');
}

/** The product on a database file; everything else it keeps lies in a folder of its own beside it. */
export function startProduct(databaseFile: string, stripe: Started): Promise<Started> {
  const folder = `${databaseFile}.product`;
  mkdirSync(folder, { recursive: true });
  return start(['scripts/serve.ts'], '/healthz', {
    APP_URL: 'http://localhost:3000',
    DATABASE_URL: `file:${databaseFile}`,
    PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
    STRIPE_API_BASE: `http://127.0.0.1:${stripe.port}`,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    WEATHER_FEED: 'local',
    // All bookings come from one address. Its limit is counted as always, and never reached.
    RATE_LIMIT_FACTOR: '1000',
  });
}

/** Bun.serve with one constant answer. */
export function startBare(answer = '{"ok":true}'): Promise<Started> {
  return startReference('bare', { ANSWER: answer });
}

/** Bun.serve with prepared statements of bun:sqlite on a database file. */
export function startSqlite(databaseFile: string): Promise<Started> {
  return startReference('sqlite', { DATABASE_FILE: databaseFile });
}

function startReference(reference: Reference, env: Record<string, string>): Promise<Started> {
  return start([join(import.meta.dir, 'reference-server.ts'), reference], '/2026-01-01', env);
}
