/** Brings the database to the newest version: `bun run db:migrate`. */
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { readEnv } from '@/server/config/env';
import { endAtUncaught } from '@/server/config/uncaught';

endAtUncaught();
const env = readEnv();
const db = await createDb({
  url: env.DATABASE_URL,
  authToken: env.DATABASE_AUTH_TOKEN?.reveal(),
  serverLimitMs: 600_000,
});
await migrateDb(db);
await db.close();
console.log('The database is up to date.');
