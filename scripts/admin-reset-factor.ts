/**
 * `bun run admin:reset-factor NAME` removes two-step verification for a person who lost it. They can then
 * sign in with their password, and must set it up again if the settings require it. The audit log records
 * the reset.
 */
import { refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb } from '@/db/migrate';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { resetFactors } from '@/server/modules/auth/factors.usecases';

endAtUncaught();
const username = process.argv[2];
if (!username) fail(['Enter a username: bun run admin:reset-factor NAME']);

try {
  const env = readEnv();
  refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  await refuseEmptyDatabase(deps.db);
  await migrateDb(deps.db);
  const count = await resetFactors({ deps }, { username });
  await close();
  if (count === null) fail([`There's no user named ${username}. Nothing was changed.`]);
  const removed = count === 1 ? '1 verification method' : `${count} verification methods`;
  console.log(`${username}: removed ${removed} and all recovery codes, and ended all sessions.`);
} catch (error) {
  fail(sentencesFor(error));
}

function fail(sentences: readonly string[]): never {
  console.error(sentences.join('\n'));
  process.exit(1);
}
