import { earlyTest, expect } from '../support/e2e';
import { HEIC_BASE64 } from '../support/heic';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest(
  'a driver who types one digit too many is asked before the card is charged',
  async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.url}/driver`);
    await submitSignIn(page, DEMO.driver);
    // The one of the demo is on its way: 25 gallons of Premium.
    const gallons = page.getByLabel('Actual Gallons Delivered');
    const complete = page.getByRole('button', { name: 'Complete', exact: true });
    await gallons.fill('245');
    const there = '245 gallons were entered, for an order of 25. The tank holds 32. Is that right?';
    await expect(page.getByText(there)).toBeVisible();
    await complete.click();
    const question = page.getByRole('dialog', { name: 'Charge $1,289.20?' });
    await expect(question).toContainText('245 gallons were entered, for an order of 25.');
    await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(gallons).toHaveValue('245');

    await gallons.fill('24.5');
    // This browser reads no photo of an iPhone, so that the server does.
    await page.locator('input[name="fuelPhoto"]').setInputFiles({
      ...{ name: 'dock.heic', mimeType: 'image/heic' },
      buffer: Buffer.from(HEIC_BASE64, 'base64'),
    });
    await expect(page.getByText('Attached. This browser cannot show it.')).toBeVisible();
    await complete.click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    await expect(page.getByText('No deliveries assigned')).toBeVisible();
    await expect(page.getByText('Photo sent')).toBeVisible();
  },
);
