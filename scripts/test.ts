/**
 * `bun run test` runs all tests: pure ones, ones with a database, and ones in a real browser. It prints
 * only failures and ends with `N passed, N failed`.
 *
 * `bun run test unit` or `bun run test e2e` runs a part. Further arguments go to that part's runner.
 */
import { browserTests, build, bunTests, unitTests } from './test-runs';
import { sum, type Tally } from './test-tally';

/** Prints progress for a person at a terminal, and nothing to a log. */
function progress(text: string) {
  if (process.stderr.isTTY && !process.env.CI) console.error(text);
}

async function unit(args: string[]): Promise<Tally> {
  if (args.length > 0) return bunTests(args);
  progress('Pure and database tests …');
  return unitTests();
}

async function e2e(args: string[]): Promise<Tally> {
  progress('Browser tests …');
  return browserTests(args);
}

function builtNow(): Promise<Tally | null> {
  progress('Building …');
  return build();
}

const parts = { unit, e2e };
const [first, ...rest] = process.argv.slice(2);
const named = Object.keys(parts).find((part): part is keyof typeof parts => part === first);
if (first !== undefined && named === undefined) {
  console.error('bun run test [unit | e2e] [arguments of that runner]');
  process.exit(2);
}
const chosen: (keyof typeof parts)[] = named ? [named] : ['unit', 'e2e'];

const tallies: Tally[] = [];
// A single file runs sooner without a build. With all files, the build saves more time than it takes.
const unbuilt = named === 'unit' && rest.length > 0 ? null : await builtNow();
if (unbuilt) tallies.push(unbuilt);
for (const part of chosen) {
  if (part === 'e2e' && unbuilt) continue;
  tallies.push(await parts[part](rest));
}

const { passed, failed, failures } = sum(tallies);
// Repeats the failures at the end, where even a shortened log has them.
for (const failure of failures) console.error(`failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
