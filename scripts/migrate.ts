/** `bun run db:migrate` migrates the database. It may take longer than a start of the product. */
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
