/**
 * Tests a walk-up that is booked and delivered without signal, and that the customer pays with the
 * code.
 */
import { earlyTest, expect } from '../support/e2e';
import { layLine } from '../support/line';
import { axeFindsNothing } from './steps/axe';
import { typeCard } from './steps/booked-delivery';
import { reload } from './steps/history';
import { draftsOf } from './steps/outbox';
import { DEMO, submitSignIn } from './steps/staff';

earlyTest.use({ serviceWorkers: 'allow' });

earlyTest(
  'a walk-up is booked and delivered without signal, and paid with the code on the screen',
  async ({ browser, page, product }) => {
    const customers = await browser.newContext();
    const line = await layLine(product.url);
    try {
      await page.goto(`${line.url}/driver`);
      await submitSignIn(page, DEMO.driver);
      await expect(page.getByRole('heading', { name: "Today's Deliveries (1)" })).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await line.cut();
      await page.context().setOffline(true);

      await page.getByRole('button', { name: 'Walk-up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Walk-up' });
      await dialog.getByLabel('Boat').fill('Sea Breeze');
      await dialog.getByLabel('Gallons').fill('20');
      await expect
        .poll(() => draftsOf(page))
        .toMatchObject([{ boatName: 'Sea Breeze', estimatedGallons: '20' }]);
      // The phone discards the page while its camera is open.
      await reload(page);
      await page.getByRole('button', { name: 'Walk-up' }).click();
      await expect(dialog.getByLabel('Boat')).toHaveValue('Sea Breeze');
      await expect(dialog.getByLabel('Gallons')).toHaveValue('20');
      await expect(dialog.getByLabel('Location')).toHaveValue('Maple Island Marina');
      await expect(dialog.getByText('$107.00')).toBeVisible();
      await dialog.getByLabel('Discount Code').fill('nothing');
      await axeFindsNothing(page);
      await page.screenshot({ path: earlyTest.info().outputPath('walk-up.png') });
      await dialog.getByRole('button', { name: 'Book' }).click();
      const card = page.getByRole('article', { name: 'Order Walk-up' });
      await expect(card).toContainText('Waiting for signal');
      await expect(card.getByText('Now', { exact: true })).toBeVisible();
      await expect.poll(() => draftsOf(page)).toEqual([]);
      await expect(card.getByRole('button', { name: '1', exact: true })).toBeInViewport();
      await card.getByLabel('Actual Gallons Delivered').fill('18');
      await expect(card.locator('.next-bar')).toContainText('Total due, no card yet');
      await expect(card).toContainText('We’ll apply the discount when this is sent.');
      await page.screenshot({ path: earlyTest.info().outputPath('discount.png') });
      await card.getByRole('button', { name: 'Complete', exact: true }).click();
      await expect(page.getByText('Completed on this device')).toBeVisible();

      await line.mend();
      await page.context().setOffline(false);
      // When the delivery is sent, its stop moves to the unpaid ones, together with the button.
      await expect(page.getByText('Delivery completed!')).toBeVisible();
      await page.getByRole('button', { name: 'Show Payment Code' }).click();
      const code = page.getByRole('dialog', { name: 'Collect payment' });
      await expect(code.getByRole('img', { name: 'QR code for the link below' })).toBeVisible();
      // Nothing covers the code for the customer's phone.
      expect(await page.getByText('Delivery completed!').count()).toBe(0);
      await page.screenshot({ path: earlyTest.info().outputPath('code.png') });
      const link = (await code.getByText('/d/').textContent()) ?? '';

      const customer = await customers.newPage();
      await customer.goto(link);
      const payment = customer.getByRole('dialog');
      await typeCard(customer, '4242 4242 4242 4242', payment);
      await customer.screenshot({ path: earlyTest.info().outputPath('paying.png') });
      await payment.getByRole('button', { name: /^Pay \$/ }).click();
      await expect(customer.getByText('Paid').first()).toBeVisible();

      // A draft that outlived its booking could be booked a second time.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Walk-up' }).click();
      await dialog.getByLabel('Boat').fill('Second Wind');
      await dialog.getByLabel('Gallons').fill('5');
      await expect
        .poll(() => draftsOf(page))
        .toMatchObject([{ boatName: 'Second Wind', estimatedGallons: '5' }]);
      await page.evaluate(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('No room', 'QuotaExceededError');
        };
      });
      await dialog.getByRole('button', { name: 'Book' }).click();
      await expect(page.getByText('This browser can’t work offline')).toBeVisible();
      await expect.poll(() => draftsOf(page)).toEqual([]);
    } finally {
      await customers.close();
      await line.cut();
    }
  },
);
