/**
 * `bun run bench:delivery` measures the delay until an open delivery page shows a change, in a real
 * browser. Staff change the order of a confirmed delivery, and a driver on the way moves, 20 times
 * each. The time runs from the call that makes the change. Run `bun run build` first.
 */
import { availableParallelism, loadavg } from 'node:os';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { DEMO } from '../tests/e2e/steps/staff';
import { browserFlags, findBrowser } from '../tests/support/browser';
import { BUILT, startProduct } from '../tests/support/product';
import { median } from './load-process';

const CHANGES = 20;
/** No change is due in this time, so the product is idle. */
const PAUSE_MS = 1_000;
const PHONE = { width: 390, height: 844 };
const [load = 0] = loadavg();
const product = await startProduct({ program: BUILT, env: { RATE_LIMIT_FACTOR: '0' } });
const executablePath = await findBrowser({ install: false });
const browser = await chromium.launch({ executablePath, args: browserFlags });

async function signedIn(procedure: string, who: object) {
  const context = await browser.newContext();
  const call = (path: string, json: object) => callIn(context, path, json);
  await call(procedure, who);
  return { context, call };
}

async function callIn(context: BrowserContext, path: string, json: object): Promise<void> {
  const answer = await context.request.post(`${product.url}/api/trpc/${path}`, { data: { json } });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

async function pagesOf(context: BrowserContext) {
  const answer = await context.request.get(`${product.url}/api/trpc/booking.list`);
  const list: { id: string; status: string; page: string }[] = (await answer.json()).result.data
    .json;
  return (status: string) => {
    const found = list.find((one) => one.status === status);
    if (!found) throw new Error(`the demo has no ${status} delivery`);
    return found;
  };
}

/** Opens a page and waits until it follows its delivery. */
async function follow(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const isLive = page.waitForResponse((response) => response.url().includes('/live'));
  await page.goto(product.url + path);
  await isLive;
  return page;
}

/** The times (ms) from each change until a part of the page shows something else. */
async function delays(page: Page, part: string, change: (index: number) => Promise<void>) {
  const times: number[] = [];
  for (let index = 0; index < CHANGES; index += 1) {
    await page.waitForTimeout(PAUSE_MS);
    const shown = page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const element = document.querySelector(`[data-part="${name}"]`);
          if (!element) throw new Error(`the page has no ${name}`);
          // The age of a position also changes without a change of the delivery, and comes last.
          const read = () => element.textContent.split('Updated')[0];
          const before = read();
          const observer = new MutationObserver(() => {
            if (read() === before) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(Date.now()));
          });
          observer.observe(element, { childList: true, subtree: true, characterData: true });
        }),
      part,
    );
    const began = Date.now();
    await change(index);
    times.push((await shown) - began);
  }
  return times;
}

const text = (name: string, times: readonly number[]) =>
  `${name}: median ${Math.round(median([...times]))} ms, worst ${Math.round(Math.max(...times))} ms`;

try {
  const customer = await signedIn('auth.login', DEMO.customer);
  const driver = await signedIn('auth.login', DEMO.driver);
  const admin = await signedIn('auth.adminLogin', DEMO.admin);
  const of = await pagesOf(customer.context);
  const ordered = of('confirmed');
  const order = await delays(await follow(ordered.page), 'order', (index) =>
    admin.call('admin.editDetails', {
      ...{ id: ordered.id, estimatedGallons: String(10 + (index % 2)) },
      ...{ smallIceBags: '0', largeIceBags: '0' },
    }),
  );
  const moved = await delays(await follow(of('en_route').page), 'map', (index) =>
    driver.call('driver.setPosition', { latitude: 41.9 + index / 400, longitude: -86.12 }),
  );
  console.log(
    `${CHANGES} changes each, ${availableParallelism()} cores, load ${load.toFixed(1)}\n` +
      `${text('Order changed by staff', order)}\n${text('Driver moved', moved)}`,
  );
} finally {
  await browser.close();
  await product.stop();
}
process.exit(0);
