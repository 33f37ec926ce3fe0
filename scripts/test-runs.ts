/** The runs of the tests, each with a tally. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../tests/support/browser';
import { BUILT } from '../tests/support/product';
import { isBuilt } from './build-stamp';
import { sum, type Tally, tallyOfJunit, tallyOfPlaywright } from './test-tally';

const root = join(import.meta.dir, '..');
const bun = process.execPath;
const tests = join(root, 'tests');

/** Folders under `tests` whose tests start processes of their own, and mostly wait for them. */
const PROCESS_FOLDERS = ['process', 'load', 'faults'];

/** The folders under `tests` that are run apart from the quick tests. */
const APART = [...PROCESS_FOLDERS, 'integration'];

/** Every second file of a folder under `tests`, for two runs beside each other. */
function inTwo(folder: string): string[][] {
  const files = readdirSync(join(tests, folder)).toSorted();
  return [0, 1].map((half) =>
    files.filter((_, index) => index % 2 === half).map((name) => `./tests/${folder}/${name}`),
  );
}

/** The arguments of the runs of the process tests, which wait beside each other. */
const processRuns = () => [...inTwo('process'), ['./tests/load'], ['./tests/faults']];

/** Those of every test without a browser; each run works on one core. */
function unitRuns(): string[][] {
  const others = readdirSync(tests).filter((name) => !APART.includes(name));
  const quick = ['./src', './scripts', ...others.map((name) => `./tests/${name}`)];
  return [...processRuns(), ...inTwo('integration'), quick];
}

/** A run that takes longer hangs: on two free cores it takes a third of this, with one of them busy half. */
const RUN_WITHIN_MINUTES = 26;

/** A test that takes longer hangs: beside six other runs the slowest one takes 30 s on two slow cores. */
const TEST_WITHIN_MS = 120_000;

/** Takes the output of a failing run. */
export type Tell = (printed: string) => void;

/** A failure before the tests: it counts as one, and its whole output is told. */
function broken(what: string, details: string, tell: Tell): Tally {
  tell(`${what}\n${details.trim()}\n`);
  return { passed: 0, failed: 1, failures: [what] };
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
  // Playwright takes its browsers and products along when it is interrupted.
  const interrupt = () => child.kill('SIGINT');
  process.once('exit', interrupt);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  process.off('exit', interrupt);
  return { code, printed: `${out}${err}` };
}

/** Runs a command that writes its report to the path it is given. */
async function reported(
  command: (report: string) => Promise<{ code: number; printed: string }>,
  tallyOf: (report: string | undefined, code: number) => Tally,
  tell: Tell,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-test-report-'));
  try {
    const file = Bun.file(join(folder, 'report'));
    const { code, printed } = await command(join(folder, 'report'));
    const tally = tallyOf((await file.exists()) ? await file.text() : undefined, code);
    if (tally.failed > 0) tell(printed.trim());
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run of Bun's tests over some files and folders. Products start from the build where it is fresh. */
export async function bunTests(args: string[], tell: Tell = console.error): Promise<Tally> {
  const env = { TESTED_SERVER: (await isBuilt()) ? BUILT : '' };
  const command = [bun, '--no-env-file', 'test', '--only-failures', `--timeout=${TEST_WITHIN_MS}`];
  return reported(
    (report) =>
      run(
        [...command, '--reporter=junit', `--reporter-outfile=${report}`, ...args],
        env,
        RUN_WITHIN_MINUTES,
      ),
    tallyOfJunit,
    tell,
  );
}

async function beside(runs: string[][], tell?: Tell): Promise<Tally> {
  return sum(await Promise.all(runs.map((args) => bunTests(args, tell))));
}

/** Every test without a browser. */
export const unitTests = (): Promise<Tally> => beside(unitRuns());

/** The tests that start processes of their own, as `unitTests` runs them. */
export const processTests = (tell: Tell): Promise<Tally> => beside(processRuns(), tell);

/** Builds after a change of the sources. Returns a tally when that failed, and null otherwise. */
export async function build(): Promise<Tally | null> {
  if (await isBuilt()) return null;
  const { code, printed } = await run([bun, join(root, 'scripts/build.ts')], {}, 3);
  return code === 0 ? null : broken('The build failed.', printed, console.error);
}

/** One run of the browser tests on the build; the arguments go to Playwright. */
export async function browserTests(args: string[], tell: Tell = console.error): Promise<Tally> {
  let browser: string;
  try {
    browser = await findBrowser({ install: true });
  } catch (error) {
    return broken('The browser tests did not run.', (error as Error).message, tell);
  }
  const playwright = join(root, 'node_modules/playwright/cli.js');
  const command = [bun, '--no-env-file', '--bun', playwright, 'test', '--reporter=list,json'];
  return reported(
    (report) =>
      run(
        [...command, ...args],
        { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        RUN_WITHIN_MINUTES,
      ),
    tallyOfPlaywright,
    tell,
  );
}
