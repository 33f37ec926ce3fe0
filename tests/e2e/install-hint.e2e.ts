/** The confirmation of a booking suggests installing the page, until the person answers. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';

const confirmation = (page: Page) => page.getByRole('region', { name: 'Your delivery is booked' });
const install = (page: Page) =>
  confirmation(page).getByRole('button', { name: 'Install', exact: true });

/** Lets the page receive Chromium's offer, which only a browser with a window sends. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.asked = 'yes';
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });

test('the browser asks once the person presses Install, and the hint doesn’t return', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await offer(page);
  await bookWithCard(page);
  await expect(confirmation(page)).toContainText('Keep your deliveries on your home screen.');
  await install(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(install(page)).toHaveCount(0);
  await reload(page);
  await expect(confirmation(page)).toBeVisible();
  await expect(confirmation(page)).not.toContainText('home screen');
});

test('an iPhone explains how, and “Don’t Show Again” counts for good', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'standalone', { value: false });
  });
  await enterAsCustomer(page);
  await bookWithCard(page);
  await expect(confirmation(page)).toContainText('tap Share, then “Add to Home Screen”');
  await expect(install(page)).toHaveCount(0);
  await confirmation(page).getByRole('button', { name: 'Don’t Show Again' }).click();
  await expect(confirmation(page)).not.toContainText('home screen');
  await reload(page);
  await expect(confirmation(page)).toBeVisible();
  await expect(confirmation(page)).not.toContainText('home screen');
});

test('a browser that can’t install the page shows no hint', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  await expect(confirmation(page)).toBeVisible();
  await expect(confirmation(page)).not.toContainText('home screen');
});
