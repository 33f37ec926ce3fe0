/**
 * Reads the whole audit log and works out every seal again: `bun run audit:verify`. With a seal that was
 * noted before (`bun run audit:verify 1204:9f3c…`) it also says whether that one is still in the log.
 * Ends with 1 when something doesn't fit.
 */
import { refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { type AuditCheck, verifyAudit } from '@/server/modules/audit/verify.usecases';

/** How many ranges of numbers a line names. */
const MOST_RANGES = 100;

endAtUncaught();
try {
  const env = readEnv();
  refuseMissingFile(env.DATABASE_URL);
  const { deps, close } = await compose({ ...env, LOG_LEVEL: 'silent' }, env.PORT);
  await refuseEmptyDatabase(deps.db);
  const known = process.argv[2];
  const check = await verifyAudit({ deps }, known);
  await close();
  console.log(linesOf(check, known).join('\n'));
  process.exit(check.found > 0 ? 1 : 0);
} catch (error) {
  const lines = sentencesFor(error);
  console.error(`The audit log was not checked:\n${lines.map((line) => `- ${line}`).join('\n')}`);
  process.exit(1);
}

function linesOf(check: AuditCheck, known: string | undefined): string[] {
  const { entries, sealed, waiting, erased, last, found, problems, others, crossed } = check;
  const lines = [
    `Checked ${entries} entries: ${sealed} are sealed, ${waiting} wait for the next seal.`,
  ];
  if (erased > 0) lines.push(`The personal details of ${erased} were erased.`);
  if (last) lines.push(`The last seal is ${last}`);
  if (crossed.length > 0) {
    lines.push(
      `${crossed.length} seals were made by two processes at the same time, a fault of versions before December 2026. They fit their entries: ${rangesOf(crossed)}.`,
    );
  }
  if (check.isKnownCrossed) {
    lines.push(
      `The seal ${known} was made by two processes at the same time, and another one was kept. It fits: nothing up to it was changed.`,
    );
  }
  if (found === 0) return [...lines, 'Everything fits.'];
  for (const { number, entryId, says } of problems) {
    const place = number === null ? '' : `number ${number}, `;
    lines.push(`DOES NOT FIT: ${place}entry ${entryId}: ${says}.`);
  }
  if (others.length > 0) lines.push(`DO NOT FIT EITHER: number ${rangesOf(others)}.`);
  return [...lines, `${found} in all do not fit.`];
}

/** Numbers as people read them, `3, 7–12`, and how many are left out where there are too many. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && range[1] + 1 === number) range[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, MOST_RANGES);
  const words = shown.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const left = numbers.filter((number) => number > (shown.at(-1)?.[1] ?? 0)).length;
  return words.join(', ') + (left > 0 ? `, and ${left} more` : '');
}
