/** The customer's pages open without signal, show what's unavailable, and keep the draft. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { layLine } from '../support/line';
import { callApi } from './steps/api';
import { reload } from './steps/history';
import { openHome } from './steps/order-form';

test.use({ serviceWorkers: 'allow' });

const offline = (page: Page) => page.getByText(/^You’re offline\./);

test("a customer's pages open without signal, without anything from the day before", async ({
  page: first,
  context,
  product,
  request,
}) => {
  const worker = await callApi(request, 'GET', '/sw.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  });
  const manifest = await callApi(request, 'GET', '/dockside.webmanifest');
  expect(await manifest.json()).toMatchObject({ scope: '/', start_url: '/' });

  const line = await layLine(product.url);
  await first.goto(`${line.url}/`);
  await first.getByLabel('Delivery Location').fill('Eagle Point');
  await first.getByLabel('Estimated Gallons').fill('33');
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await first.close();
  await line.cut();
  await context.setOffline(true);

  const page = await context.newPage();
  await page.goto(`${line.url}/`);
  await expect(page.getByRole('heading', { name: 'Fuel Delivery at Your Dock' })).toBeVisible();
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText('Failed to fetch time slots')).toBeVisible();
  await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point');
  await page.goto(`${line.url}/schedule`);
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('33');
  await page.goto(`${line.url}/account`);
  await expect(page.getByText('We couldn’t load your account')).toBeVisible();
  await page.goto(`${line.url}/`);
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('33');
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('dockside-customer-'));
    const cache = await caches.open(names[0] ?? '');
    const requests = await cache.keys();
    const shell = await cache.match('/index.html');
    return {
      paths: requests.map(({ url }) => new URL(url).pathname),
      shell: (await shell?.text()) ?? '',
    };
  });
  expect(kept.paths.filter((path) => !/^\/(assets|icons)\//.test(path)).sort()).toEqual([
    '/dockside.webmanifest',
    '/favicon.svg',
    '/index.html',
  ]);
  expect(kept.shell).toContain('<div id="root"></div>');

  // A part that was never used is on the device too.
  await page.getByRole('button', { name: 'Customer Support' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer Support' })).toBeVisible();

  await line.mend();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('group', { name: 'Date' }).locator('input:enabled').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('33');
  await line.cut();
});

test('an old tab finds its code after a deployment', async ({ page }) => {
  await openHome(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await reload(page);
  await openHome(page);
  // The server now has other names for its chunks.
  await page.context().route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Customer Support' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer Support' })).toBeVisible();
});
