import { earlyTest, expect } from '../support/e2e';
import { boxAtRest } from './steps/boxes';
import { callsOf, giveAppointment, openStop } from './steps/driver';
import { DEMO, drawPicture, submitSignIn } from './steps/staff';

earlyTest(
  'a driver sees the day, sets out, and completes a delivery with the actual gallons',
  async ({ page, product }) => {
    const calls = callsOf(page, product.url);
    const appointment = await giveAppointment(calls);
    await calls.call('auth.logout', {});

    await page.goto(`${product.url}/driver`);
    await submitSignIn(page, DEMO.driver);
    await expect(page.getByRole('heading', { name: 'Dana Rivers' })).toBeVisible();
    await expect(page.getByText('Boston Whaler 21')).toBeVisible();
    await expect(page.getByRole('heading', { name: "Today's Deliveries (2)" })).toBeVisible();

    const order = await openStop(page, appointment.publicCode);
    await expect(order).toContainText('10 gallons');
    await expect(order).toContainText('Slip 7');
    await expect(order).toContainText('Ice bags: 2 small');
    await expect(order.getByRole('link', { name: 'Call' })).toHaveAttribute(
      'href',
      'tel:+12695550188',
    );
    await expect(order.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      /google\.com\/maps\/search\/\?api=1&query=Eagle%20Point/,
    );
    await order.getByRole('button', { name: 'Mark En Route' }).click();
    await expect(page.getByText('Status updated')).toBeVisible();
    await expect(page.getByText("Customer has been notified you're on the way!")).toBeVisible();
    await expect(order).toContainText('En Route');

    const complete = order.getByRole('button', { name: 'Complete' });
    await complete.click();
    await expect(page.getByText('Missing information')).toBeVisible();
    await expect(order.getByLabel('Actual Gallons Delivered')).toBeFocused();
    await order.getByLabel('Actual Gallons Delivered').fill('9.5');
    await order.getByLabel('Delivery Notes').fill('Left the cap with the dock master');
    await order.locator('input[name="fuelPhoto"]').setInputFiles({
      name: 'dock.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawPicture(page, 'image/jpeg'),
    });
    await expect(order.getByRole('img', { name: 'Photo' })).toBeVisible();
    for (const button of await order.getByRole('button').all()) {
      if (!(await button.isVisible())) continue;
      const { height } = await boxAtRest(button);
      expect(height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(56);
    }
    await complete.click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    await expect(page.getByText('Customer has been notified.')).toBeVisible();
    await expect(order).toHaveCount(0);

    // The demo's stop is already en route.
    await page.getByLabel('Actual Gallons Delivered').fill('24');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(page.getByText('No deliveries assigned')).toBeVisible();
    await expect(page.getByText('Check back later for new orders')).toBeVisible();
  },
);
