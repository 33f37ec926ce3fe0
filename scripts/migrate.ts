/**
 * `bun run db:migrate` migrates the database and completes the ledger. It may take longer than a start
 * of the product.
 */
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { readEnv } from '@/server/config/env';
import { createLog } from '@/server/config/log';
import { endAtUncaught } from '@/server/config/uncaught';
import { completeLedger } from '@/server/modules/ledger/ledger.usecases';

endAtUncaught();
const env = readEnv();
const db = await createDb({
  url: env.DATABASE_URL,
  authToken: env.DATABASE_AUTH_TOKEN?.reveal(),
  serverLimitMs: 600_000,
});
await migrateDb(db);
const settings = { timeZone: env.BUSINESS_TIME_ZONE };
await completeLedger({ deps: { db, settings, clock: { now: Date.now }, log: createLog('error') } });
await db.close();
console.log('The database is up to date.');
