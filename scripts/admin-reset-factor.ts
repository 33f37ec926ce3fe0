/**
 * Takes the second factors of a person away who lost theirs: `bun run admin:reset-factor NAME`. They
 * sign in with the password, and set up a new one where the setting asks for it. The audit log keeps
 * that it was done.
 */
import { refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb } from '@/db/migrate';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { resetFactors } from '@/server/modules/auth/factors.usecases';

endAtUncaught();
const username = process.argv[2];
if (!username) fail(['Please give a user name: bun run admin:reset-factor NAME']);

try {
  const env = readEnv();
  refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  await refuseEmptyDatabase(deps.db);
  await migrateDb(deps.db);
  const count = await resetFactors({ deps }, { username });
  await close();
  if (count === null) fail([`There is no user named ${username}; nothing was changed.`]);
  const taken = count === 1 ? '1 second factor' : `${count} second factors`;
  console.log(
    `${username}: ${taken} and all recovery codes are gone, and every session has ended.`,
  );
} catch (error) {
  fail(sentencesFor(error));
}

function fail(sentences: readonly string[]): never {
  console.error(sentences.join('\n'));
  process.exit(1);
}
