/** Playwright's `test` with a product of its own behind every test; pages open relative to it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'playwright/test';
import { BUILT, type Product, startProduct } from './product';
import { todayIn, zoneOfEarlyMorning } from './zones';

export { expect } from 'playwright/test';

/** What opens /emergency-admin. */
export const EMERGENCY_ADMIN_PASSWORD = 'lifebuoy-on-the-pier';

/** No product of a test lives long enough to earn compiling its code a second time. */
const COMPILED_ONCE = { BUN_JSC_useDFGJIT: '0' };

const newFolder = () => mkdtempSync(join(tmpdir(), 'dockside-e2e-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

type Fixtures = {
  /** Settings of the product besides the usual ones: `test.use({ settings: { DEMO: '0' } })`. */
  settings: Record<string, string>;
  product: Product;
};

type WorkerFixtures = {
  /** The folder with the demo of a business zone, to be copied: the demo's days are those of its zone. */
  demoFolder: (zone?: string) => Promise<string>;
};

/**
 * Playwright's `test` with a product of its own for each test, whose settings a file names with
 * `test.use`.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  // Filling the demo takes three times as long as a start, so each worker does it once for a zone.
  demoFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
    async ({}, use) => {
      const folders = new Map<string, Promise<string>>();
      const fill = async (env: Record<string, string>) => {
        const folder = newFolder();
        await (await startProduct({ program: BUILT, folder, env })).stop();
        return folder;
      };
      await use((zone) => {
        // After the business's midnight the demo's day would be over.
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
    async ({ demoFolder, settings }, use) => {
      const folder = newFolder();
      cpSync(await demoFolder(settings.BUSINESS_TIME_ZONE), folder, { recursive: true });
      const product = await startProduct({
        program: BUILT,
        folder,
        env: { EMERGENCY_ADMIN_PASSWORD, ...COMPILED_ONCE, ...settings },
      });
      await use(product);
      await product.stop();
      remove(folder);
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

/** `test` where the business's day has just begun. */
export const earlyTest = test.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
  settings: async ({}, use) => use({ BUSINESS_TIME_ZONE: zoneOfEarlyMorning() }),
});
