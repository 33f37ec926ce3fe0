/** A browser at the desk, and what it says itself of when something was seen. */
import { type Browser, chromium, type Page, type Response } from 'playwright';
import { browserFlags, findBrowser } from '../../tests/support/browser';
import type { Person, Scene } from './scene';

const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
const WITHIN_MS = 60_000;

/** Starts the installed Chromium with the flags of the browser tests. Throws where there is none. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await findBrowser({ install: false });
  return chromium.launch({ executablePath, args: browserFlags });
}

/** A person's own browser, signed in; each failure that the page tells of goes into `errors`. */
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

/** To confirm without a card is refused at first, and the screen then asks why it should be. */
const isFailure = (answer: Response) =>
  answer.status() >= 400 && !(answer.status() === 409 && answer.url().includes('admin.confirm'));

declare global {
  interface Window {
    /** When the last press or key was, by the browser's own clock; 0 before the first. */
    pressedAt: number;
    presses: number;
    /** The longest time from an event to the next paint, as the browser measures it. */
    slowestEventMs: number;
  }
}

/** Runs in the page before anything else does. */
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

/** The sight of an answered press. */
export type Shown = {
  selector: string;
  /** At least so many of them; 1 by default. */
  count?: number;
  /** The first of them says another thing than before the press. */
  isChanged?: boolean;
  /** One of them says this. */
  text?: string;
};

export type Paint = {
  /** From the event of the press to the frame that shows its answer. */
  ms: number;
  /** From the event to the next frame, as the browser's own event timing has it. */
  eventMs: number;
  /** Work of the page's main thread until then, in ms. */
  mainThreadMs: number;
};

/** Presses, and measures in the page until what is shown has been painted. */
export async function paintOf(
  page: Page,
  press: (page: Page) => Promise<unknown>,
  shown: Shown,
): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page);
  // The work of the processor, without the wait for its turn.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  await page.evaluate(() => Object.assign(window, { pressedAt: 0, slowestEventMs: 0 }));
  const before = await worked();
  const painted = page.evaluate(whenPainted, shown);
  // Two tasks: the page looks before it is pressed.
  await page.evaluate(() => {});
  await press(page);
  const ms = await painted;
  const mainThreadMs = (await worked()) - before;
  const eventMs = await page.evaluate(() => window.slowestEventMs);
  await devtools.detach();
  return { ms, eventMs, mainThreadMs };
}

/** Runs in the page: looks at every frame, and tells once the one that shows it has been drawn. */
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
    // A message comes after the frame in whose beginning it was sent.
    port1.onmessage = () => resolve(performance.now() - window.pressedAt);
    const look = () => {
      if (window.pressedAt > 0 && isThere()) port2.postMessage(null);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
