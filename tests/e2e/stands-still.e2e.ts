/** A page doesn't move while it loads, whoever opens it, on a fast line and on a slow phone. */
import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookAsStranger } from './steps/booked-delivery';
import { shiftsOf } from './steps/layout-shifts';
import { canBeUsed } from './steps/order-form';

/**
 * Below this sum of layout shifts, people don't notice that anything moved. Browsers call 0.1 good.
 */
const MOST_SHIFT = 0.02;
const WIDTHS = { phone: 390, desk: 1440 };
/** A lower-midrange phone, at the end of a dock. */
const SLOW = { cpu: 4, latencyMs: 150, bytesPerSecond: 200 * 1024 };

type Person = {
  who: string;
  paths: string[];
  storageState?: BrowserContextOptions['storageState'];
};

/** Creates a guest with a delivery, and signs in the customer of the demo, who has five. */
async function meetPeople(browser: Browser, baseURL: string) {
  const meet = async <Met>(who: string, act: (page: Page) => Promise<Met>) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const met = await act(page);
    const storageState = await context.storageState();
    await context.close();
    return { who, storageState, met };
  };
  const guest = await meet('a guest', async (page) => {
    await bookAsStranger(page);
    const list = await page.request.get('/api/trpc/booking.list');
    const [{ link }] = (await list.json()).result.data.json;
    return new URL(link).pathname;
  });
  const customer = await meet('a customer', async (page) => {
    const call = async (path: string, json: object) => {
      const answer = await page.request.post(`/api/trpc/${path}`, { data: { json } });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await call('auth.login', { username: 'customer', password: 'customer-demo' });
    await call('account.addRecurring', RECURRING);
    // The browser then knows that someone was signed in, as it does after a sign-in by the form.
    await page.goto('/');
    await canBeUsed(page);
  });
  const link = guest.met;
  // Without an account, every tab of it is the same sign-in.
  const people: Person[] = [
    { who: 'a visitor', paths: ['/', '/schedule', '/account', link] },
    { ...guest, paths: ['/', '/schedule', link] },
    { ...customer, paths: ['/', '/schedule', '/account', '/account?tab=preferences', link] },
  ];
  return { people, link };
}

const RECURRING = { planType: 'weekly', fuelType: 'Regular', gallons: 20, deliveryDay: 'Monday' };

/** Opens a page and returns the sum of the layout shifts that no press caused. */
async function shiftOf(page: Page, path: string, isSlow: boolean): Promise<number> {
  const shifts = await shiftsOf(page);
  if (isSlow) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latencyMs,
      downloadThroughput: SLOW.bytesPerSecond,
      uploadThroughput: SLOW.bytesPerSecond,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  }
  await page.goto(path);
  await canBeUsed(page);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  // A delivery's page keeps a stream open, so its network is never idle.
  const isLive = (await page.locator('[data-part]').count()) > 0;
  await page.waitForLoadState(isLive ? 'load' : 'networkidle');
  return shifts();
}

for (const [device, width] of Object.entries(WIDTHS)) {
  for (const isSlow of [false, true]) {
    test(`no page moves while it loads on a ${isSlow ? 'slow' : 'fast'} ${device}`, async ({
      browser,
      product,
    }) => {
      test.slow();
      const { people, link } = await meetPeople(browser, product.url);
      const shifts: Record<string, number> = {};
      for (const { who, paths, storageState } of people) {
        for (const path of paths) {
          const context = await browser.newContext({
            baseURL: product.url,
            viewport: { width, height: 844 },
            isMobile: device === 'phone',
            // In this time zone, the page shows a line about the zone above everything else.
            timezoneId: 'America/Los_Angeles',
            storageState,
          });
          const name = path === link ? '/d/…' : path;
          shifts[`${who} at ${name}`] = await shiftOf(await context.newPage(), path, isSlow);
          await context.close();
        }
      }
      const moved = Object.entries(shifts).filter(([, shift]) => shift > MOST_SHIFT);
      expect(moved).toEqual([]);
    });
  }
}
