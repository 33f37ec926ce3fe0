/**
 * Compares the books with Stripe, and mends what differs: `bun run reconcile`. After a restore it lets
 * charges and refunds go on. Ends with 1 when something is left that needs a person.
 */
import { mayBegin, refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb } from '@/db/migrate';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { reconcileRestore } from '@/server/modules/payments/reconcile-restore.usecases';

endAtUncaught();
try {
  const env = readEnv();
  if (!mayBegin(env)) refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  if (!mayBegin(env)) await refuseEmptyDatabase(deps.db);
  await migrateDb(deps.db);
  const { checked, mended, unmended, restore } = await reconcileRestore({ deps });
  await close();
  console.log(
    `Checked ${checked.charges} charges and ${checked.events} events, ${checked.missing} of which had not arrived.`,
  );
  console.log(`Differences: ${mended.length + unmended.length}`);
  for (const line of mended) console.log(`  mended: ${line}`);
  for (const line of unmended) console.log(`  NOT mended: ${line}`);
  if (restore) console.log('The restore is reconciled: charges and refunds go on.');
  process.exit(unmended.length > 0 ? 1 : 0);
} catch (error) {
  const lines = sentencesFor(error);
  console.error(`The books were not compared:\n${lines.map((line) => `- ${line}`).join('\n')}`);
  process.exit(1);
}
