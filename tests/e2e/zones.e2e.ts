/** Readers elsewhere see in which time zone the product writes its times. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { bookWithCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { openHome } from './steps/order-form';
import { enterAsAdmin } from './steps/staff';

const zoneLine = (page: Page) => page.getByRole('complementary', { name: 'Time zone' });

test.describe('on a device in another time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('every page names the zone of its times', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await openHome(page);
    await expect(zoneLine(page)).toHaveText('Times are in Eastern Time.');
    await axeFindsNothing(page);
    for (const path of ['/schedule', '/account', '/reset-password']) {
      await page.goto(path);
      await expect(zoneLine(page)).toHaveText('Times are in Eastern Time.');
    }
    await enterAsAdmin(page, '/admin?view=day');
    await expect(zoneLine(page)).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('a customer books, and the line stays', async ({ page }) => {
    await enterAsCustomer(page);
    await bookWithCard(page);
    await expect(zoneLine(page)).toHaveCount(1);
  });
});

test("a device with the same clock time doesn't see the zone", async ({ browser, product }) => {
  for (const timezoneId of ['America/New_York', 'America/Detroit']) {
    const page = await browser.newPage({ timezoneId, baseURL: product.url });
    // The page requests the code that checks the zone after its own code, or not at all.
    await openHome(page);
    await page.waitForLoadState('networkidle');
    await expect(zoneLine(page)).toHaveCount(0);
    await page.close();
  }
});
