/**
 * Tests server-rendered pages, which are there before any script and hydrate without a difference.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test as standard } from '../support/e2e';
import { type Product, startProduct } from '../support/product';
import { bookAsStranger, paymentModal } from './steps/booked-delivery';
import { letThrough } from './steps/connection';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { canBeUsed, dates, keepPassedDraft, scheduleButton, unfold } from './steps/order-form';

const root = join(import.meta.dirname, '../..');

/**
 * `warned` is the product with React's development build, which reports every hydration difference.
 */
const test = standard.extend<{ warned: Product }, { developmentBuild: string }>({
  developmentBuild: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
    async ({}, use) => {
      // Inside node_modules, so that the machine's packages are found.
      const folder = join(root, `node_modules/.test-pages-${process.pid}`);
      mkdirSync(folder, { recursive: true });
      symlinkSync(join(root, 'drizzle'), join(folder, 'drizzle'));
      const bun = process.versions.bun ? process.execPath : 'bun';
      const args = ['--no-env-file', 'scripts/build.ts', join(folder, 'dist')];
      const { status, stderr } = spawnSync(bun, args, { cwd: root });
      expect(status, String(stderr)).toBe(0);
      await use(join(folder, 'dist/server/main.js'));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  warned: [
    async ({ developmentBuild, demoFolder }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'dockside-warned-'));
      cpSync(await demoFolder(), folder, { recursive: true });
      const product = await startProduct({ program: developmentBuild, folder });
      await use(product);
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 90_000 },
  ],
});

// One worker, because each would need its own development build.
test.describe.configure({ mode: 'default' });

/** Every warning and error in the page's console, and every uncaught error. */
function troublesOf(page: Page): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  return troubles;
}

/**
 * Resolves once the server renders pages, because it loads the code for that with the first
 * request.
 */
const isRendered = (page: Page, url = '/') =>
  expect.poll(async () => (await page.request.get(url)).text()).toContain('data-field="date"');

/** Delays the page's code until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

for (const path of ['/', '/schedule']) {
  test(`${path} shows its dates before its code has loaded, and loses nothing done until then`, async ({
    page,
  }) => {
    await isRendered(page);
    const troubles = troublesOf(page);
    const release = await holdCode(page);
    await page.goto(path);
    await dates(page).nth(2).check({ force: true });
    const location = page.getByLabel('Delivery Location');
    await location.fill('Eagle Point');
    // Acts like the page's code during hydration, before it repeats the typed text.
    await location.evaluate((field: HTMLInputElement) => {
      field.value = '';
    });
    await location.pressSequentially(' Marina');
    await page.getByLabel('Estimated Gallons').pressSequentially('20');
    await page.getByRole('radio', { name: /Premium/ }).check({ force: true });
    await unfold(page, 'Add ice');
    await page.getByRole('button', { name: 'More small ice bags' }).click();
    await scheduleButton(page).click();
    await expect(page.getByText('Missing Information')).toBeHidden();

    release();
    await expect(page.getByRole('alert').getByText('Missing Information')).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: 'Small Ice Bags' })).toHaveValue('1');
    await expect(dates(page).nth(2)).toBeChecked();
    await expect(page.getByRole('group', { name: /^Time on / })).toBeVisible();
    await expect(location).toHaveValue('Eagle Point Marina');
    await expect(page.getByLabel('Estimated Gallons')).toHaveValue('20');
    await expect(page.getByRole('radio', { name: /Premium/ })).toBeChecked();
    await expect(page.getByText('20 gal')).toBeVisible();
    expect(troubles).toEqual([]);
  });
}

test("a page whose code can't be fetched keeps what was done and works once it can", async ({
  page,
}) => {
  await isRendered(page);
  for (const cut of ['index', 'first']) {
    const address = `**/assets/${cut}-*.js`;
    await page.route(address, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/');
    await page.getByLabel('Delivery Location').fill('Eagle Point Marina');
    await unfold(page, 'Add ice');
    for (let press = 0; press < 3; press += 1) {
      await page.getByRole('button', { name: 'More small ice bags' }).click();
    }
    await failed;
    await letThrough(page, address);
    await expect(page.getByRole('spinbutton', { name: 'Small Ice Bags' })).toHaveValue('3');
    await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point Marina');
    await page.evaluate(() => localStorage.clear());
  }
});

test('Enter in the promo code applies it before the code has loaded, and sends no form', async ({
  page,
}) => {
  await isRendered(page);
  const release = await holdCode(page);
  await page.goto('/');
  await unfold(page, 'Use a promo code');
  await page.getByLabel('Promo Code').fill('nothing');
  await page.getByLabel('Promo Code').press('Enter');
  release();
  await expect(page.getByText('Invalid Code')).toBeVisible();
  await expect(page.getByText('Missing')).toHaveCount(0);
});

test('a page keeps its scroll position before its code has loaded, even after a reload', async ({
  page,
}) => {
  await isRendered(page);
  const login = page.getByRole('button', { name: 'Login', exact: true }).first();
  const usual = page.getByRole('button', { name: '20 gallons' });
  const takenOver = async () => {
    await canBeUsed(page);
    await usual.evaluate((button: HTMLButtonElement) => button.click());
    await expect(usual).toHaveAttribute('aria-pressed', 'true');
  };

  let release = await holdCode(page);
  await page.goto('/');
  await usual.scrollIntoViewIfNeeded();
  await expect(login).not.toBeInViewport();
  release();
  await takenOver();
  await expect(usual).toBeInViewport();

  release = await holdCode(page);
  await reload(page);
  await expect(usual).toBeInViewport();
  await login.scrollIntoViewIfNeeded();
  await expect(usual).not.toBeInViewport();
  release();
  await takenOver();
  await expect(login).toBeInViewport();
});

test("values that the browser restores after a reload don't count as selected", async ({
  page,
}) => {
  await isRendered(page);
  await page.goto('/');
  await canBeUsed(page);
  await dates(page).first().check({ force: true });
  // The page keeps its own draft, which is separate from the browser's restored fields. Here it has
  // no date.
  await keepPassedDraft(page);
  await reload(page);
  await canBeUsed(page);
  await expect(page.getByText('Select a date to see its windows.')).toBeVisible();
  await expect(page.locator('input[data-field=date]:checked')).toHaveCount(0);
});

test('an order sent before the code has loaded is its customer’s', async ({ page }) => {
  await enterAsCustomer(page);
  const release = await holdCode(page);
  await page.goto('/');
  await expect(page.getByText('Welcome, Pat Harbor')).toBeVisible();
  await page.getByLabel('Estimated Gallons').fill('25');
  await scheduleButton(page).click();
  release();
  await expect(paymentModal(page)).toBeVisible();
});

const MINUTE_MS = 60_000;

test('hydration finds no difference with another clock and zone, a slow line, or known people', async ({
  warned,
  browser,
}) => {
  test.slow();
  const open = async (
    prepare: (page: Page) => Promise<unknown>,
    options: Parameters<typeof browser.newContext>[0] = {},
  ) => {
    const context = await browser.newContext({ baseURL: warned.url, ...options });
    for (const path of ['/', '/schedule', '/account']) {
      const page = await context.newPage();
      await isRendered(page, `${warned.url}/`);
      await prepare(page);
      const troubles = troublesOf(page);
      await page.goto(path);
      await canBeUsed(page);
      await expect(page.getByText(/^Loading /)).toHaveCount(0);
      expect([path, troubles]).toEqual([path, []]);
      await page.close();
    }
    await context.close();
  };
  await open((page) => page.clock.install({ time: Date.now() - 7 * MINUTE_MS }), {
    timezoneId: 'Asia/Tokyo',
    locale: 'de-DE',
  });
  await open(async (page) => {
    await page.clock.install({ time: Date.now() + 7 * MINUTE_MS });
    await page.addInitScript(() =>
      localStorage.setItem(
        'dockside.contact.guest',
        JSON.stringify({ phone: '2695550100', address: 'Eagle Point Marina' }),
      ),
    );
  });
  const slowly = (page: Page) =>
    page.route('**/api/trpc/**', async (route) => {
      await new Promise((passed) => setTimeout(passed, 1_500));
      await route.continue();
    });
  await open(slowly);
  const signedIn = await browser.newContext({ baseURL: warned.url });
  await enterAsCustomer(await signedIn.newPage());
  const storageState = await signedIn.storageState();
  await signedIn.close();
  await open(async () => {}, { storageState });
  await open(slowly, { storageState });
  const ofGuest = await browser.newContext({ baseURL: warned.url });
  await bookAsStranger(await ofGuest.newPage());
  const guestState = await ofGuest.storageState();
  await ofGuest.close();
  await open(slowly, { storageState: guestState });
});
