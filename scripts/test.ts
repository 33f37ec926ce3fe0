/**
 * `bun run test`: every test, pure, with a database and in a real browser. Says nothing of what
 * passes; ends with `N passed, N failed`.
 *
 * `bun run test unit` or `bun run test e2e` runs a part; what follows goes to that part's runner.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../tests/support/browser';
import { type Tally, tallyOfJunit, tallyOfPlaywright } from './test-tally';

const root = join(import.meta.dir, '..');
const reports = mkdtempSync(join(tmpdir(), 'dockside-test-'));
const bun = process.execPath;

/** Something before the tests went wrong: one failure, said in full. */
function broken(what: string, details: string): Tally {
  console.error(`${what}\n${details.trim()}\n`);
  return { passed: 0, failed: 1 };
}

function sum(tallies: Tally[]): Tally {
  const total = (name: keyof Tally) => tallies.reduce((count, tally) => count + tally[name], 0);
  return { passed: total('passed'), failed: total('failed') };
}

/** Only for a person who waits: not a line of it in a log. */
function progress(text: string) {
  if (process.stderr.isTTY && !process.env.CI) console.error(text);
}

async function run(command: string[], env: Record<string, string>, minutes: number) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: minutes * 60_000,
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, printed: `${out}${err}` };
}

async function report(name: string): Promise<string | undefined> {
  const file = Bun.file(join(reports, name));
  return (await file.exists()) ? file.text() : undefined;
}

/** One run of Bun's tests over some folders. */
async function bunTest(name: string, args: string[]): Promise<Tally> {
  const file = `${name}.xml`;
  const { code, printed } = await run(
    [
      bun,
      '--no-env-file',
      'test',
      '--only-failures',
      '--timeout=30000',
      '--reporter=junit',
      `--reporter-outfile=${join(reports, file)}`,
      ...args,
    ],
    {},
    6,
  );
  const tally = tallyOfJunit(await report(file), code);
  if (tally.failed > 0) console.error(printed.trim());
  return tally;
}

async function unit(args: string[]): Promise<Tally> {
  progress('Pure and database tests …');
  if (args.length > 0) return bunTest('unit', args);
  // What starts processes of its own mostly waits: it runs beside the rest.
  const waiting = ['process', 'load', 'faults'];
  const others = readdirSync(join(root, 'tests')).filter((name) => !waiting.includes(name));
  const inTests = (names: string[]) => names.map((name) => `./tests/${name}`);
  return sum(
    await Promise.all([
      bunTest('processes', inTests(waiting)),
      bunTest('unit', ['./src', './scripts', ...inTests(others)]),
    ]),
  );
}

async function e2e(args: string[]): Promise<Tally> {
  progress('Building …');
  const build = await run([bun, join(root, 'scripts/build.ts')], {}, 3);
  if (build.code !== 0) return broken('The build failed.', build.printed);

  progress('Browser tests …');
  let browser: string;
  try {
    browser = await findBrowser({ install: true });
  } catch (error) {
    return broken('The browser tests did not run.', (error as Error).message);
  }
  const { code, printed } = await run(
    [
      bun,
      '--no-env-file',
      '--bun',
      join(root, 'node_modules/playwright/cli.js'),
      'test',
      '--reporter=list,json',
      ...args,
    ],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') },
    9,
  );
  const tally = tallyOfPlaywright(await report('e2e.json'), code);
  if (tally.failed > 0) console.error(printed.trim());
  return tally;
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
try {
  for (const part of chosen) tallies.push(await parts[part](rest));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

const { passed, failed } = sum(tallies);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
