/** Playwright's `test` with a product of its own behind every test; pages open relative to it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'playwright/test';
import { BUILT, type Product, startProduct } from './product';

export { expect } from 'playwright/test';

/** What opens /emergency-admin. */
export const EMERGENCY_ADMIN_PASSWORD = 'lifebuoy-on-the-pier';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dockside-e2e-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

type Fixtures = {
  /** Settings of the product besides the usual ones: `test.use({ settings: { DEMO: '0' } })`. */
  settings: Record<string, string>;
  product: Product;
};

export const test = base.extend<Fixtures, { demoFolder: string }>({
  settings: [{}, { option: true }],
  // Filling the demo takes three times as long as a start, so each worker does it once.
  demoFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
    async ({}, use) => {
      const folder = newFolder();
      const product = await startProduct({ program: BUILT, folder });
      await product.stop();
      await use(folder);
      remove(folder);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: [
    async ({ demoFolder, settings }, use) => {
      const folder = newFolder();
      cpSync(demoFolder, folder, { recursive: true });
      const product = await startProduct({
        program: BUILT,
        folder,
        env: { EMERGENCY_ADMIN_PASSWORD, ...settings },
      });
      await use(product);
      await product.stop();
      remove(folder);
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
