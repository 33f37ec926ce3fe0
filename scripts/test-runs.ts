/** Runs the tests and returns a tally for each run. Only a failed run prints its output. */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../tests/support/browser';
import { BUILT } from '../tests/support/product';
import { isBuilt } from './build-stamp';
import { sum, type Tally, tallyOfJunit, tallyOfPlaywright } from './test-tally';

const root = join(import.meta.dir, '..');
const bun = process.execPath;
const tests = join(root, 'tests');

/** Folders under `tests` whose tests start processes and mostly wait for them. */
const PROCESS_FOLDERS = ['process', 'load', 'faults'];

/** Folders under `tests` that run separately from the pure tests. */
const APART = [...PROCESS_FOLDERS, 'integration'];

/**
 * Options that spread the files over this many workers, each of which takes the next file when it's
 * done. A worker loads the product's modules once for all its files.
 */
const sharedBy = (workers: number) => [`--parallel=${workers}`, '--no-isolate'];

const inTests = (names: readonly string[]) => names.map((name) => `./tests/${name}`);

/**
 * A longer run counts as hanging. A run takes a third of this on 2 free cores, and half of this if
 * one of them is busy.
 */
const RUN_WITHIN_MINUTES = 26;

/**
 * A longer test counts as hanging. On 2 slow cores, with many other tests at the same time, the
 * slowest takes 30 s.
 */
const TEST_WITHIN_MS = 120_000;

/** A failure before the tests. It counts as one, and all its output is printed. */
function broken(what: string, details: string): Tally {
  console.error(`${what}\n${details.trim()}\n`);
  return { passed: 0, failed: 1, failures: [what] };
}

async function run(command: string[], env: Record<string, string>, minutes: number) {
  const child = Bun.spawn(command, {
    cwd: root,
    // The runs have separate folders for their files, but they share the machine's ports.
    env: { ...process.env, TEST_PORT_CLAIMS: tmpdir(), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: minutes * 60_000,
  });
  // On an interrupt, Playwright also stops its browsers and products.
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

const MEMORY = '/dev/shm';
/** The minimum free space, in bytes. A full run takes a tenth of it. */
const ROOM_BYTES = 2_000_000_000;

/**
 * The folder for the tests' files: in memory, if there's enough room. Each test has its own
 * database, and on a disk the tests with a database wait for half of their time.
 */
function placeForFiles(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    // Only Linux has this folder.
    return tmpdir();
  }
}

/** Runs a command that writes its report to the given path, with its temporary files next to it. */
async function reported(
  command: (report: string, folder: string) => Promise<{ code: number; printed: string }>,
  tallyOf: (report: string | undefined, code: number) => Tally,
): Promise<Tally> {
  const folder = mkdtempSync(join(placeForFiles(), 'dockside-tests-'));
  try {
    const file = Bun.file(join(folder, 'report'));
    const { code, printed } = await command(join(folder, 'report'), folder);
    const tally = tallyOf((await file.exists()) ? await file.text() : undefined, code);
    if (tally.failed > 0) console.error(printed.trim());
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Bun's tests in these files and folders. Products start from the build if it's up to date. */
export async function bunTests(args: string[]): Promise<Tally> {
  const env = { TESTED_SERVER: (await isBuilt()) ? BUILT : '' };
  const command = [bun, '--no-env-file', 'test', '--only-failures', `--timeout=${TEST_WITHIN_MS}`];
  return reported(
    (report, folder) =>
      run(
        [...command, '--reporter=junit', `--reporter-outfile=${report}`, ...args],
        { ...env, TMPDIR: folder },
        RUN_WITHIN_MINUTES,
      ),
    tallyOfJunit,
  );
}

/** Runs the tests that start processes. They mostly wait, so there are more workers than cores. */
export const processTests = (): Promise<Tally> =>
  bunTests([...sharedBy(4), ...inTests(PROCESS_FOLDERS)]);

/** Runs the pure tests and the tests with a database. */
export async function quickTests(): Promise<Tally> {
  const pure = readdirSync(tests).filter((name) => !APART.includes(name));
  return sum(
    await Promise.all([
      bunTests([...sharedBy(2), './tests/integration']),
      bunTests(['./src', './packages', './scripts', ...inTests(pure)]),
    ]),
  );
}

/** Builds if the sources have changed. @returns a tally if the build failed, otherwise null */
export async function build(): Promise<Tally | null> {
  if (await isBuilt()) return null;
  const { code, printed } = await run([bun, join(root, 'scripts/build.ts')], {}, 3);
  return code === 0 ? null : broken('The build failed.', printed);
}

/** Runs the browser tests on the build. The arguments go to Playwright. */
export async function browserTests(args: string[]): Promise<Tally> {
  let browser: string;
  try {
    browser = await findBrowser({ install: true, isForTests: true });
  } catch (error) {
    return broken("The browser tests didn't run.", (error as Error).message);
  }
  const playwright = join(root, 'node_modules/playwright/cli.js');
  // Only failures are worth reading, so a passed test prints a dot.
  const command = [bun, '--no-env-file', '--bun', playwright, 'test', '--reporter=dot,json'];
  return reported(
    (report, folder) =>
      run(
        [...command, ...args],
        { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TMPDIR: folder },
        RUN_WITHIN_MINUTES,
      ),
    tallyOfPlaywright,
  );
}
