import type { Browser, Page } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { HEIC_BASE64 } from '../support/heic';
import { boxAtRest } from './steps/boxes';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { tapAt } from './steps/second-press';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest(
  'a driver who types one digit too many confirms the figures before the card is charged',
  async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.url}/driver`);
    await submitSignIn(page, DEMO.driver);
    // The demo's stop is en route: 25 gallons of Premium.
    const gallons = page.getByLabel('Actual Gallons Delivered');
    const complete = page.getByRole('button', { name: 'Complete', exact: true });
    await gallons.fill('245');
    const there = '245 gallons were entered, for an order of 25. The tank holds 32. Is that right?';
    await expect(page.getByText(there)).toBeVisible();
    await complete.click();
    const question = page.getByRole('dialog', { name: 'Charge $1,289.20?' });
    await expect(question).toContainText('245 gallons were entered, for an order of 25.');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(gallons).toHaveValue('245');

    await gallons.fill('24.5');
    // This browser can't read an iPhone's photo, so the server does.
    await page.locator('input[name="fuelPhoto"]').setInputFiles({
      ...{ name: 'dock.heic', mimeType: 'image/heic' },
      buffer: Buffer.from(HEIC_BASE64, 'base64'),
    });
    await expect(page.getByText('Attached. This browser can’t show it.')).toBeVisible();
    await complete.click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    await expect(page.getByText('No deliveries assigned')).toBeVisible();
    await expect(page.getByText('Photo sent')).toBeVisible();
  },
);

earlyTest(
  "the second press of a double-tap doesn't affect the stop that moves under the finger",
  async ({ browser, page, product }) => {
    const { publicCode, complete } = await twoStops({ browser, page, product });
    await complete.click();
    // The demo's stop is en route, and replaces the completed one.
    await expect(page.getByRole('heading', { name: `Order ${publicCode}` })).toHaveCount(0);
    const below = page.getByRole('button', { name: 'Couldn’t deliver' });
    await below.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxAtRest(below);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const dialog = page.getByRole('dialog', { name: 'Couldn’t deliver' });
    await expect(dialog).toHaveCount(0);
    await below.click();
    await expect(dialog).toBeVisible();
  },
);

earlyTest(
  "the second press doesn't affect it either on a phone whose browser doesn't count taps",
  async ({ browser, page, product }) => {
    const { publicCode, complete } = await twoStops({ browser, page, product });
    await tapAt(complete, 100_000);
    await expect(page.getByRole('heading', { name: `Order ${publicCode}` })).toHaveCount(0);
    const below = page.getByRole('button', { name: 'Couldn’t deliver' });
    expect(await tapAt(below, 100_250)).toBe(false);
    expect(await tapAt(below, 101_000)).toBe(true);
    await expect(page.getByRole('dialog', { name: 'Couldn’t deliver' })).toBeVisible();
  },
);

type Scene = { browser: Browser; page: Page; product: { url: string } };

/** A driver with two stops. Everything is entered for the first one. */
async function twoStops({ browser, page, product }: Scene) {
  const office = await browser.newContext();
  const { publicCode } = await giveAppointment(callsOf(office, product.url));
  await office.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/driver`);
  await submitSignIn(page, DEMO.driver);
  const stop = await openStop(page, publicCode);
  await stop.getByRole('button', { name: 'Mark En Route' }).click();
  await stop.getByLabel('Actual Gallons Delivered').fill('10');
  return { publicCode, complete: stop.getByRole('button', { name: 'Complete', exact: true }) };
}
