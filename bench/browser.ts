/** Measures how long people wait for the first pages, in the browser used by the browser tests. */
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { type Browser, chromium } from 'playwright';
import { browserFlags, findBrowser } from '../tests/support/browser';
import { freePort } from '../tests/support/free-port';
import { filledCopy } from './database';
import { median } from './load-process';
import { startProduct } from './servers';
import { type Run, withServers } from './stages';

const PATHS = ['/', '/schedule'] as const;
const TIMES = 5;

/** Lighthouse's names for the times in ms and for the layout shift. */
const AUDITS = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  blockingMs: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's scores (0 to 100) and times for a phone. Each is the median of 5 runs. */
export type Audited = Record<(typeof CATEGORIES)[number] | keyof typeof AUDITS, number>;

/** On a slow connection: the time until dates are visible and until the page's code has loaded (ms), and the layout shift. */
export type SlowLine = { datesMs: number; answersMs: number; shift: number };

export type Waiting = { audited: Record<(typeof PATHS)[number], Audited>; slow: SlowLine };

/** Bytes per second and latency (ms) of a typical connection at a lake. */
const SLOW = { bytesPerSecond: 50_000, latencyMs: 400 };

/** Null if there's no browser or no build. */
export async function waiting({ stripe, folder, emptyDatabase }: Run): Promise<Waiting | null> {
  const executablePath = await findBrowser({ install: false }).catch(() => null);
  if (!executablePath) return null;
  const file = filledCopy(emptyDatabase, join(folder, 'seen.db'), { capacity: 1, bookings: 21 });
  const port = Number(await freePort());
  const args = [...browserFlags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await withServers({ product: startProduct(file, stripe) }, async ({ product }) => {
      const url = `http://localhost:${product.port}`;
      await fetch(`${url}/readyz`);
      const audited = {
        '/': await audit(`${url}/`, port),
        '/schedule': await audit(`${url}/schedule`, port),
      };
      return { audited, slow: await overSlowLine(browser, url) };
    });
  } finally {
    await browser.close();
  }
}

async function audit(url: string, port: number): Promise<Audited> {
  const runs: Audited[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: [...CATEGORIES],
    });
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((name) => [name, (categories[name]?.score ?? 0) * 100]);
    const times = Object.entries(AUDITS).map(([name, id]) => [
      name,
      audits[id]?.numericValue ?? Number.NaN,
    ]);
    runs.push(Object.fromEntries([...scores, ...times]));
  }
  return middleOf(runs);
}

/** Returns the median of each value. */
function middleOf<Name extends string>(runs: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(runs[0] ?? {}) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((run) => run[name]))]),
  ) as Record<Name, number>;
}

async function overSlowLine(browser: Browser, url: string): Promise<SlowLine> {
  const runs: SlowLine[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latencyMs,
      downloadThroughput: SLOW.bytesPerSecond,
      uploadThroughput: SLOW.bytesPerSecond,
    });
    await page.addInitScript(noteWhatIsSeen);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.noted?.answersMs, null, { timeout: 60_000 });
    runs.push(await page.evaluate(() => window.noted as SlowLine));
    await context.close();
  }
  return middleOf(runs);
}

declare global {
  interface Window {
    noted?: SlowLine;
  }
}

/** Runs in the page before anything else. Checks every frame and adds up layout shifts. */
function noteWhatIsSeen() {
  const noted = { datesMs: 0, answersMs: 0, shift: 0 };
  window.noted = noted;
  const look = () => {
    if (document.querySelector('input[data-field=date]')) noted.datesMs ||= performance.now();
    // Only the browser draws the toast layer, so the layer appears once the page's code has loaded.
    if (document.querySelector('.toast-layer')) noted.answersMs ||= performance.now();
    requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      noted.shift += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
