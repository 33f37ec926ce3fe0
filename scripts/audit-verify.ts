/**
 * `bun run audit:verify` reads the whole audit log and recomputes every seal. With a seal you noted earlier
 * (`bun run audit:verify 1204:9f3c…`), it also checks that this seal is still in the log.
 * Exits with 1 if anything doesn't match.
 */
import { refuseEmptyDatabase, refuseMissingFile } from '@/db/first-start';
import { compose } from '@/server/compose';
import { readEnv } from '@/server/config/env';
import { endAtUncaught, sentencesFor } from '@/server/config/uncaught';
import { type AuditCheck, verifyAudit } from '@/server/modules/audit/verify.usecases';

/** How many ranges of numbers a line lists. */
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
  console.error(
    `The audit log couldn't be checked:\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
  process.exit(1);
}

function linesOf(check: AuditCheck, known: string | undefined): string[] {
  const { entries, sealed, waiting, erased, last, found, problems, others, crossed } = check;
  const lines = [`Checked ${entries} entries: ${sealed} sealed, ${waiting} not sealed yet.`];
  if (erased > 0) lines.push(`Personal details erased: ${erased} entries.`);
  if (last) lines.push(`Last seal: ${last}`);
  if (crossed.length > 0) {
    lines.push(
      `${crossed.length} seals were made by two processes at the same time, because of a bug in versions before December 2026. They match their entries: ${rangesOf(crossed)}.`,
    );
  }
  if (check.isKnownCrossed) {
    lines.push(
      `Two processes sealed the same entry at the same time, and the other seal was stored instead of ${known}. That seal matches, so no entry up to it was changed.`,
    );
  }
  if (found === 0) return [...lines, 'Everything matches.'];
  for (const { number, entryId, says } of problems) {
    const place = number === null ? '' : `number ${number}, `;
    lines.push(`MISMATCH: ${place}entry ${entryId}: ${says}.`);
  }
  if (others.length > 0) lines.push(`MORE MISMATCHES: numbers ${rangesOf(others)}.`);
  return [...lines, `Mismatches: ${found}.`];
}

/** Formats numbers as ranges, such as `3, 7–12`. Long lists end with how many more there are. */
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
