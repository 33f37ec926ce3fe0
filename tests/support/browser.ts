/**
 * Finds a Chromium. Tries CHROMIUM_PATH, Playwright's own, the system's, the one in the package
 * @sparticuz/chromium, and then Playwright's download. For tests, it prefers a headless shell. Runs
 * under Bun and Node.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** Without the last flags, every start of Chromium looks up Google's hosts. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const whatToInstall = `No browser for the tests was found. Any one of these will do:
- install Chromium or Chrome from your system (Debian: apt-get install chromium)
- bunx playwright install --with-deps chromium
- set CHROMIUM_PATH to the program of a Chromium that is already there`;

/** Returns whether the program starts. It doesn't if a system library is missing. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  // Chrome on Windows opens a window for --version.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function systemBrowsers(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...systemPaths, ...onPath];
}

/** The compressed Chromium in the package (Linux x64), which needs the system's libnss3. */
async function packagedBrowser(install: boolean): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packaged } = await import('@sparticuz/chromium');
  const path = await packaged.executablePath();
  if (starts(path)) return path;
  const mayInstall = install && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  const options = { stdio: 'ignore', timeout: 180_000 } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libnss3'], options);
  return starts(path) ? path : undefined;
}

/** Playwright's download. Returns undefined if it can't be downloaded. */
function downloadedBrowser(): string | undefined {
  const cli = join(import.meta.dirname, '../../node_modules/playwright/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  const path = chromium.executablePath();
  return starts(path) ? path : undefined;
}

/** Returns a Chromium without windows, from the system or the package. */
async function headlessShell(): Promise<string | undefined> {
  const ofSystem = systemBrowsers().filter((path) => path.endsWith('headless-shell'));
  return ofSystem.find(starts) ?? (await packagedBrowser(false));
}

/** Returns a Chromium that shows notifications, as a headless shell doesn't, or undefined. */
export function browserWithNotifications(): string | undefined {
  const all = [chromium.executablePath(), ...systemBrowsers()];
  return all.find((path) => !path.endsWith('headless-shell') && starts(path));
}

/**
 * Returns the path of a Chromium that starts.
 * @param install whether a missing library or browser may be installed
 * @param isForTests whether a headless shell comes first. It draws no windows, so a test takes two
 * thirds of the time. Measurements use the browser that people have.
 * @throws Error with the packages to install if there is none
 */
export async function findBrowser(options: {
  install: boolean;
  isForTests?: boolean;
}): Promise<string> {
  const { install, isForTests = false } = options;
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && wanted !== 'packaged') {
    if (starts(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH is ${wanted}, and no browser starts there.`);
  }
  // The value "packaged" skips this machine's browsers, to try the one that a new machine would
  // use.
  const present = wanted ? [] : [chromium.executablePath(), ...systemBrowsers()];
  const found =
    (isForTests && !wanted ? await headlessShell() : undefined) ??
    present.find(starts) ??
    (await packagedBrowser(install)) ??
    (install && !wanted ? downloadedBrowser() : undefined);
  if (found === undefined) throw new Error(whatToInstall);
  return found;
}
