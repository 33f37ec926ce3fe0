/** The pages that the server writes itself. */
import { expect, test } from '../support/e2e';

for (const path of ['/api/docs', '/dev/mailbox']) {
  test(`${path} fits its screen`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [wide, screen] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(wide).toBe(screen);
  });
}
