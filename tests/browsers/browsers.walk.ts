/**
 * Runs the product's main flows in each installed browser engine, with a new browser for each flow.
 */
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { BUILT, type Product, startProduct } from '../support/product';
import { ENGINES } from './engines';
import { WALKS } from './walks';

/** Generous, for busy machines. On an idle machine, a walk takes 10 to 20 seconds. */
const WALK_WITHIN_MS = 180_000;

for (const engine of ENGINES.filter((one) => one.missing() === undefined)) {
  describe(engine.name, () => {
    let product: Product;
    beforeAll(async () => {
      product = await startProduct({ program: BUILT });
    });
    afterAll(() => product.stop());

    for (const [title, walk] of Object.entries(WALKS)) {
      test(
        title,
        async () => {
          const browser = await engine.launch();
          try {
            await walk(browser, product.url);
          } finally {
            await browser.close();
          }
        },
        WALK_WITHIN_MS,
      );
    }
  });
}
