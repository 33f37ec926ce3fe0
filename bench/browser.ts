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

/** Audited pages, by their names in the results. */
const PAGES = {
  '/': { path: '/', isSignedIn: false },
  '/schedule': { path: '/schedule', isSignedIn: false },
  '/ signed in': { path: '/', isSignedIn: true },
  '/account': { path: '/account', isSignedIn: true },
} as const;
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

export type Waiting = {
  audited: Record<keyof typeof PAGES, Audited>;
  slow: SlowLine;
  /** The slowest reaction to a tap or key while ordering, on a CPU 4 times slower. */
  slowestReactionMs: number;
};

/** How much slower a phone's CPU is than this machine's. */
const SLOWER_CPU = 4;
const PHONE = { width: 390, height: 844 };

/** Bytes per second and latency (ms) of a typical connection at a lake. */
const SLOW = { bytesPerSecond: 50_000, latencyMs: 400 };

/** Null if there's no browser or no build. */
export async function waiting({
  stripe,
  folder,
  emptyDatabase,
}: Pick<Run, 'stripe' | 'folder' | 'emptyDatabase'>): Promise<Waiting | null> {
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
      const cookie = await signUp(url);
      const audited = {} as Waiting['audited'];
      for (const [name, { path, isSignedIn }] of Object.entries(PAGES)) {
        const headers = isSignedIn ? { Cookie: cookie } : undefined;
        audited[name as keyof typeof PAGES] = await audit(url + path, port, headers);
      }
      const slow = await overSlowLine(browser, url);
      return { audited, slow, slowestReactionMs: await slowestReaction(browser, url) };
    });
  } finally {
    await browser.close();
  }
}

/** Creates a customer with four deliveries. Returns the cookie of the session. */
async function signUp(url: string): Promise<string> {
  let cookie = '';
  const call = async (name: string, json: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    const init = { method: 'POST', headers, body: JSON.stringify({ json }) };
    const answer = await fetch(`${url}/api/trpc/${name}`, init);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    cookie ||= answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  };
  await call('auth.register', {
    username: 'pat',
    password: 'six-characters',
    fullName: 'Pat Harbor',
    email: 'pat@example.com',
    phone: '2695550142',
    homeAddress: '12 Lake Road, Dowagiac',
  });
  const answer = await fetch(`${url}/api/trpc/slots.window`);
  const { days } = (await answer.json()).result.data.json as {
    days: { date: string; timeSlots: { label: string; state: string }[] }[];
  };
  const open = days
    .slice(1)
    .flatMap(({ date, timeSlots }) =>
      timeSlots.filter(({ state }) => state === 'open').map(({ label }) => ({ date, time: label })),
    );
  for (const timeSlot of open.slice(0, 4)) {
    const order = { location: 'Eagle Point Marina', estimatedGallons: 20, fuelType: 'Regular' };
    await call('booking.create', { ...timeSlot, ...order });
  }
  return cookie;
}

async function audit(
  url: string,
  port: number,
  extraHeaders?: Record<string, string>,
): Promise<Audited> {
  const runs: Audited[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: [...CATEGORIES],
      extraHeaders,
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
    const context = await browser.newContext({ viewport: PHONE });
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

/** Orders on a slow phone, and returns the longest time from a tap or key to the next frame, in ms. */
async function slowestReaction(browser: Browser, url: string): Promise<number> {
  const runs: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
    await page.addInitScript(noteReactions);
    await page.goto(url);
    await page.locator('.toast-layer').waitFor({ state: 'attached' });
    const dates = page.locator('label', { has: page.locator('input[data-field=date]:enabled') });
    await dates.nth(2).tap();
    const times = page.getByRole('group', { name: /^Time/ });
    await times
      .locator('label', { has: page.locator('input:enabled') })
      .last()
      .tap();
    await page.getByLabel('Delivery Location').tap();
    await page.keyboard.type('eagle', { delay: 150 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '20 gallons' }).tap();
    await page.getByText('Add ice').tap();
    await page.getByRole('button', { name: 'More small ice bags' }).tap();
    await page.getByLabel('Your Phone').tap();
    await page.keyboard.type('2695550177', { delay: 150 });
    await page.getByRole('button', { name: 'Schedule Delivery' }).tap();
    await page.getByRole('dialog').waitFor();
    runs.push(await page.evaluate(() => window.slowestReactionMs ?? Number.NaN));
    await context.close();
  }
  return median(runs);
}

declare global {
  interface Window {
    noted?: SlowLine;
    slowestReactionMs?: number;
  }
}

/** Runs in the page before anything else. Records the slowest tap or key. */
function noteReactions() {
  window.slowestReactionMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!entry.interactionId) continue;
      window.slowestReactionMs = Math.max(window.slowestReactionMs ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
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
