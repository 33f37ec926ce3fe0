/**
 * Reads the whole audit log and works out every seal anew: `bun run audit:verify`. With a seal that was
 * noted before (`bun run audit:verify 1204:9f3c…`) it also says whether that one is still in the log.
 * Ends with 1 when something does not fit.
 */
import { refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { verifyAudit } from '@/server/modules/audit/seal.usecases';

endAtUncaught();
try {
  const env = readEnv();
  refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  await refuseEmptyDatabase(deps.db);
  const { entries, sealed, waiting, erased, last, problem } = await verifyAudit(
    { deps },
    process.argv[2],
  );
  await close();
  console.log(
    `Checked ${entries} entries: ${sealed} are sealed, ${waiting} wait for the next seal.`,
  );
  if (erased > 0) console.log(`The personal details of ${erased} were erased.`);
  if (last) console.log(`The last seal is ${last}`);
  if (problem) {
    const { number, entryId, says } = problem;
    const place = number === null ? '' : `number ${number}, `;
    console.log(`DOES NOT FIT: ${place}entry ${entryId}: ${says}.`);
  } else console.log('Everything fits.');
  process.exit(problem ? 1 : 0);
} catch (error) {
  const lines = sentencesFor(error);
  console.error(`The audit log was not checked:\n${lines.map((line) => `- ${line}`).join('\n')}`);
  process.exit(1);
}
