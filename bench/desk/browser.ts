/** A browser at the desk, which measures by its own clock when something appeared. */
import { type Browser, chromium, type Page, type Response } from 'playwright';
import { browserFlags, findBrowser } from '../../tests/support/browser';
import type { Person, Scene } from './scene';

const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
const WITHIN_MS = 60_000;

/** Starts the installed Chromium with the browser tests' flags. Throws if there is none. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await findBrowser({ install: false });
  return chromium.launch({ executablePath, args: browserFlags });
}

/** Opens a signed-in browser for one person. Errors on the page are added to `errors`. */
export async function openFor(
  browser: Browser,
  { product }: Scene,
  person: Person,
  options: { viewport?: typeof DESK; errors: string[] },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESK,
    baseURL: product.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(WITHIN_MS);
  await context.addCookies(
    person.cookie.split('; ').map((one) => {
      const at = one.indexOf('=');
      return { name: one.slice(0, at), value: one.slice(at + 1), url: product.url };
    }),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => options.errors.push(String(error)));
  page.on('response', (answer) => {
    if (isFailure(answer)) options.errors.push(`${answer.status()} ${answer.url()}`);
  });
  await page.addInitScript(notePresses);
  return page;
}

/**
 * A confirmation without a card is refused at first, and the screen then asks for a reason. That
 * refusal isn't a failure.
 */
const isFailure = (answer: Response) =>
  answer.status() >= 400 && !(answer.status() === 409 && answer.url().includes('admin.confirm'));

declare global {
  interface Window {
    /** Time of the last click or key by the browser's clock, or 0 before the first. */
    pressedAt: number;
    presses: number;
    /** The longest time from an event to the next paint, as measured by the browser. */
    slowestEventMs: number;
  }
}

/** Runs in the page before anything else. */
function notePresses() {
  Object.assign(window, { pressedAt: 0, presses: 0, slowestEventMs: 0 });
  const note = ({ timeStamp, type }: Event) => {
    window.pressedAt = timeStamp;
    if (type === 'pointerdown') window.presses += 1;
  };
  addEventListener('pointerdown', note, true);
  addEventListener('keydown', note, true);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.slowestEventMs = Math.max(window.slowestEventMs, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** The expected result of a click. */
export type Shown = {
  selector: string;
  /** At least this many elements. Default: 1. */
  count?: number;
  /** The first element's text differs from before the click. */
  isChanged?: boolean;
  /** One of the elements has this text. */
  text?: string;
};

export type Paint = {
  /** From the click event to the frame that shows the result. */
  ms: number;
  /** From the event to the next frame, according to the browser's event timing. */
  eventMs: number;
  /** The main thread's work until that frame, in ms. */
  mainThreadMs: number;
};

/** Clicks, and measures in the page until the result has been painted. */
export async function paintOf(
  page: Page,
  press: (page: Page) => Promise<unknown>,
  shown: Shown,
): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page);
  // The CPU time, which doesn't include waiting for a core.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  await page.evaluate(() => Object.assign(window, { pressedAt: 0, slowestEventMs: 0 }));
  const before = await worked();
  const painted = page.evaluate(whenPainted, shown);
  // These are separate tasks, so that the page is already watching when the click comes.
  await page.evaluate(() => {});
  await press(page);
  const ms = await painted;
  const mainThreadMs = (await worked()) - before;
  const eventMs = await page.evaluate(() => window.slowestEventMs);
  await devtools.detach();
  return { ms, eventMs, mainThreadMs };
}

/** Runs in the page. Checks every frame, and resolves when the one that shows the result has been drawn. */
function whenPainted({ selector, count = 1, isChanged, text }: Shown): Promise<number> {
  const first = document.querySelector(selector)?.textContent;
  const isThere = () => {
    const all = [...document.querySelectorAll(selector)];
    if (all.length < count) return false;
    if (isChanged && all[0]?.textContent === first) return false;
    return !text || all.some((one) => one.textContent?.includes(text));
  };
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // A message sent at the start of a frame arrives after that frame.
    port1.onmessage = () => resolve(performance.now() - window.pressedAt);
    const look = () => {
      if (window.pressedAt > 0 && isThere()) port2.postMessage(null);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
