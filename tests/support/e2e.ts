/** Playwright's `test` with a product of its own behind every test; pages open relative to it. */
import { test as base } from 'playwright/test';
import { BUILT, type Product, startProduct } from './product';

export { expect } from 'playwright/test';

/** What opens /emergency-admin. */
export const EMERGENCY_ADMIN_PASSWORD = 'lifebuoy-on-the-pier';

export const test = base.extend<{ product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here.
    async ({}, use) => {
      const product = await startProduct({ program: BUILT, env: { EMERGENCY_ADMIN_PASSWORD } });
      await use(product);
      await product.stop();
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
