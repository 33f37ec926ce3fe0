/**
 * `bun run test` runs all tests: pure ones, ones with a database, and ones in a real browser. It prints
 * only failures and ends with `N passed, N failed`.
 *
 * `bun run test unit` or `bun run test e2e` runs a part. Further arguments go to that part's runner.
 */
import { browserTests, build, bunTests, processTests, quickTests } from './test-runs';
import { sum, type Tally } from './test-tally';

/** Prints progress for a person at a terminal, and nothing to a log. */
function progress(text: string) {
  if (process.stderr.isTTY && !process.env.CI) console.error(text);
}

function unit(args: string[]): Promise<Tally>[] {
  if (args.length > 0) return [bunTests(args)];
  progress('Unit, database, and process tests …');
  return [quickTests(), processTests()];
}

function e2e(args: string[]): Promise<Tally> {
  progress('Browser tests …');
  return browserTests(args);
}

function builtNow(): Promise<Tally | null> {
  progress('Building …');
  return build();
}

/** Runs everything. The browser tests start while the process tests, which mostly wait, still run. */
async function all(): Promise<Tally[]> {
  const unbuilt = await builtNow();
  const withoutBrowser = unit([]);
  await withoutBrowser[0];
  return Promise.all([...withoutBrowser, unbuilt ?? e2e([])]);
}

/** Runs one part. */
async function only(part: 'unit' | 'e2e', args: string[]): Promise<Tally[]> {
  // A single file is faster without a build. For all files, a build saves more time than it takes.
  const unbuilt = part === 'unit' && args.length > 0 ? null : await builtNow();
  if (part === 'unit') return Promise.all([...unit(args), ...(unbuilt ? [unbuilt] : [])]);
  return [unbuilt ?? (await e2e(args))];
}

const [part, ...rest] = process.argv.slice(2);
if (part !== undefined && part !== 'unit' && part !== 'e2e') {
  console.error('Usage: bun run test [unit | e2e] [arguments for that runner]');
  process.exit(2);
}

const { passed, failed, failures } = sum(part ? await only(part, rest) : await all());
// Repeats the failures at the end, because even a shortened log contains its end.
for (const failure of failures) console.error(`failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
