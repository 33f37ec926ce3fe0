/** Tests the page that a customer keeps open on the dock until the driver has been there. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import { layLine } from '../support/line';
import { axeFindsNothing } from './steps/axe';
import { saveCardButton, typeCard } from './steps/booked-delivery';
import { callsOf } from './steps/driver';
import { DEMO } from './steps/staff';

/** Changes appear within this time. */
const SOON_MS = 2_000;
/** kB of script, gzip. */
const MOST_SCRIPT = 60;

test.use({ serviceWorkers: 'allow' });

type Listed = { id: string; status: string; page: string };

/** Signs in the demo's customer, driver, and admin, each in a separate browser. */
async function meet(browser: Browser, url: string) {
  const enter = async (procedure: string, who: object) => {
    const calls = callsOf(await browser.newContext(), url);
    await calls.call(procedure, who);
    return calls;
  };
  const customer = await browser.newContext();
  const own = callsOf(customer, url);
  await own.call('auth.login', DEMO.customer);
  const answer = await customer.request.get(`${url}/api/trpc/booking.list`);
  const list: Listed[] = (await answer.json()).result.data.json;
  await customer.close();
  const of = (status: string) => list.find((one) => one.status === status) as Listed;
  return {
    of,
    driver: await enter('auth.login', DEMO.driver),
    admin: await enter('auth.adminLogin', DEMO.admin),
  };
}

const status = (page: Page) => page.locator('[data-part="status"]');

test('an open page follows its delivery within 2 seconds, without a reload', async ({
  browser,
  page,
  product,
}) => {
  const { of, driver, admin } = await meet(browser, product.url);
  const { id, page: path } = of('en_route');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const streams: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/live')) streams.push(response.url());
  });
  await page.goto(path);
  await expect(status(page)).toContainText('On the way');
  await expect.poll(() => streams.length).toBe(1);
  const soon = { timeout: SOON_MS };

  await driver.call('driver.setPosition', { latitude: 41.95, longitude: -86.12 });
  const drawing = page.getByRole('img', { name: /^Dana: About [\d.]+ miles? away, to the / });
  await expect(drawing).toBeVisible(soon);
  await expect(page.getByText('Updated just now').first()).toBeVisible();
  await axeFindsNothing(page);

  // The focus stays where the person left it.
  const order = page.getByRole('link', { name: /^Call / });
  await order.focus();
  await admin.call('admin.complete', { id, actualGallons: 20 });
  await expect(status(page)).toContainText('Delivered', soon);
  await expect(order).toBeFocused();
  await expect(page.locator('#announcement')).toContainText(/^Delivered\. Delivered at /);
  await expect(drawing).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
  await axeFindsNothing(page);

  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/delivery-[\w-]+\.js$/)]);
  const file = join(import.meta.dirname, '../../dist/client', `${scripts[0]}.gz`);
  expect(statSync(file).size / 1024).toBeLessThan(MOST_SCRIPT);
});

test('a customer whose card expires before the delivery adds another one from the page', async ({
  browser,
  page,
  product,
}) => {
  const { of } = await meet(browser, product.url);
  const { id, page: path } = of('confirmed');
  const database = openBeside(product.folder);
  await database.execute({
    sql: `update appointments set card_exp_month = 1, card_exp_year = 2020,
            stripe_payment_method_id = coalesce(stripe_payment_method_id, 'pm_of_the_test') where id = ?`,
    args: [id],
  });
  database.close();
  await page.goto(path);
  await expect(page.getByText('Your card expires before this delivery')).toBeVisible();
  await expect(page.getByText('If you’re not signed in, we’ll ask you.')).toBeVisible();
  await page.getByRole('link', { name: 'Add Another Card' }).click();
  const login = page.getByRole('dialog').filter({ has: page.getByLabel('Password') });
  await login.getByLabel('Username').fill(DEMO.customer.username);
  await login.getByLabel('Password', { exact: true }).fill(DEMO.customer.password);
  await login.getByRole('button', { name: 'Login' }).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Card Changed')).toBeVisible();
  await page.goto(path);
  await expect(status(page)).toContainText('Confirmed');
  await expect(page.getByRole('link', { name: 'Add Another Card' })).toHaveCount(0);
});

test('the page opens without signal with its last state, until it’s removed', async ({
  browser,
  page: first,
  context,
  product,
}) => {
  const { of } = await meet(browser, product.url);
  const { page: path } = of('scheduled');
  const line = await layLine(product.url);
  await first.goto(line.url + path);
  await expect(status(first)).toContainText('Scheduled');
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await line.cut();
  await context.setOffline(true);
  await first.close();

  const page = await context.newPage();
  await page.goto(line.url + path);
  await expect(page.getByText(/^No connection\. Last updated \d+:\d\d [AP]M\.$/)).toBeVisible();
  await expect(status(page)).toContainText('Scheduled');
  await expect(page.getByText('Maple Island Marina', { exact: false }).first()).toBeVisible();
  await axeFindsNothing(page);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).not.toContain(path.slice('/d/'.length));

  await page.getByRole('button', { name: 'Remove From This Device' }).click();
  await expect(page.getByText(/^Removed from this device\./)).toBeVisible();
  expect(await kept()).not.toContain('Maple Island');
  await page.goto(line.url + path);
  await expect(
    page.getByText('This page isn’t saved on this device. Open it again when you have signal.'),
  ).toBeVisible();
  await line.mend();
});

test('the page fits 320 pixels and 200% text, and reads in order', async ({ browser, product }) => {
  const { of } = await meet(browser, product.url);
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto(of('en_route').page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const headings = await page.getByRole('heading').allTextContents();
  expect(headings).toEqual([
    'Your delivery',
    'On the way',
    'Where Dana is',
    'Timeline',
    'Your order',
  ]);
  await context.close();
});
