/**
 * `bun run reconcile` compares our records with Stripe and corrects ours. After a restore, it also resumes
 * charges and refunds. Exits with 1 if a person has to settle something.
 */
import { mayBegin, refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { migrateDb } from '@/db/migrate';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { adoptSavedZones } from '@/server/modules/business-settings/time-zone.usecases';
import { reconcileRestore } from '@/server/modules/payments/reconcile/reconcile-restore.usecases';

endAtUncaught();
try {
  const env = readEnv();
  if (!mayBegin(env)) refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  if (!mayBegin(env)) await refuseEmptyDatabase(deps.db);
  await migrateDb(deps.db);
  await adoptSavedZones(deps);
  const { checked, mended, unmended, restore } = await reconcileRestore({ deps });
  await close();
  console.log(
    `Checked ${checked.charges} charges and ${checked.events} events. ${checked.missing} events were missing.`,
  );
  console.log(`Differences: ${mended.length + unmended.length}`);
  for (const line of mended) console.log(`  Corrected: ${line}`);
  for (const line of unmended) console.log(`  Needs attention: ${line}`);
  if (restore) console.log('The restore is reconciled. Charges and refunds resume.');
  process.exit(unmended.length > 0 ? 1 : 0);
} catch (error) {
  const lines = sentencesFor(error);
  console.error(
    `The records couldn't be compared with Stripe:\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
  process.exit(1);
}
