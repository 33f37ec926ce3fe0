/** Playwright's `test` with a separate product for every test. Page paths are relative to it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Request } from 'playwright/test';
import { type ProductHost, startHost } from './hosted-products';
import { BUILT, type HostedProduct, type Product, startProduct } from './product';
import { todayIn, zoneOfEarlyMorning } from './zones';

export { expect } from 'playwright/test';

/** The password for /emergency-admin. */
export const EMERGENCY_ADMIN_PASSWORD = 'lifebuoy-on-the-pier';

const QUICK_HASHES = 'tests/support/quick-hashes.cjs';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dockside-e2e-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

type Fixtures = {
  /**
   * The product's settings in addition to the defaults: `test.use({ settings: { DEMO: '0' } })`.
   */
  settings: Record<string, string>;
  product: HostedProduct;
};

type WorkerFixtures = {
  host: ProductHost;
  /**
   * Returns a folder with the demo for a business time zone, to be copied. The demo's dates depend
   * on the zone.
   */
  demoFolder: (zone?: string) => Promise<string>;
};

/**
 * Waits until the product's job has stored the weather. Otherwise, it would appear on a page only at
 * some moment of a test.
 */
async function weatherOf({ url }: HostedProduct) {
  const days = async () => {
    const answer = await fetch(`${url}/api/trpc/weather.forecast`);
    return (await answer.json()).result.data.json.days;
  };
  while ((await days()).length === 0) await new Promise((later) => setTimeout(later, 50));
}

/** Says whether the product still answers. */
const readinessOf = ({ url }: HostedProduct): Promise<string> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => `/readyz: ${status}`,
    (error: Error) => `/readyz: ${error.name}`,
  );

/**
 * Playwright's `test` with a separate product for each test. A file changes its settings with
 * `test.use`.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
    async ({}, use) => {
      const host = startHost(QUICK_HASHES);
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  // Creating the demo takes much longer than a start, so each worker does it once per time zone.
  demoFolder: [
    async ({ host }, use) => {
      const folders = new Map<string, Promise<string>>();
      const fill = async (env: Record<string, string>) => {
        const folder = newFolder();
        const product = await host.start(folder, env);
        await weatherOf(product);
        await product.stop();
        return folder;
      };
      await use((zone) => {
        // After midnight in the business's time zone, the demo's day would be in the past.
        const key = `${zone} ${todayIn(zone)}`;
        const folder = folders.get(key) ?? fill(zone ? { BUSINESS_TIME_ZONE: zone } : {});
        folders.set(key, folder);
        return folder;
      });
      for (const folder of folders.values()) remove(await folder);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: [
    async ({ host, demoFolder, settings }, use) => {
      const folder = newFolder();
      cpSync(await demoFolder(settings.BUSINESS_TIME_ZONE), folder, { recursive: true });
      const product = await host.start(folder, { EMERGENCY_ADMIN_PASSWORD, ...settings });
      await use(product);
      await product.stop();
      remove(folder);
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, product }, use, testInfo) => {
    const pending = new Map<Request, number>();
    context.on('request', (request) => pending.set(request, Date.now()));
    context.on('requestfinished', (request) => pending.delete(request));
    context.on('requestfailed', (request) => pending.delete(request));
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) {
      // The reporter prints only the first 300 characters.
      const lines = [...pending].map(
        ([request, since]) =>
          `${Date.now() - since} ms: ${request.method()} ${new URL(request.url()).pathname}`,
      );
      const body = [await readinessOf(product), ...lines].join('\n');
      await testInfo.attach('product and pending requests', { body });
    }
    // A response that a test holds back or changes may still be pending, and would make the test
    // fail.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Fixtures of a test that kills its product, which is a process of its own. */
export const ownProcess = {
  async product(
    { demoFolder, settings }: Fixtures & WorkerFixtures,
    use: (product: Product) => Promise<void>,
  ) {
    const folder = newFolder();
    cpSync(await demoFolder(settings.BUSINESS_TIME_ZONE), folder, { recursive: true });
    const product = await startProduct({
      program: BUILT,
      preload: QUICK_HASHES,
      folder,
      env: { EMERGENCY_ADMIN_PASSWORD, ...settings },
    });
    await use(product);
    await product.stop();
    remove(folder);
  },
};

/** `test` at the start of the business's day. */
export const earlyTest = test.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
  settings: async ({}, use) => use({ BUSINESS_TIME_ZONE: zoneOfEarlyMorning() }),
});

/** `test` with pages that move on a phone. In other tests, pages stand still. */
export const movingTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
  contextOptions: async ({}, use, { project }) =>
    use({ reducedMotion: project.name === 'phone' ? 'no-preference' : 'reduce' }),
});
