/** Tests how the owner changes prices and fees, and that open order forms show the change. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { answer, enterAsAdmin } from './steps/staff';

const DAY_MS = 86_400_000;
const inThreeDays = () => new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);

test('the owner changes prices with a preview, plans a change, and cancels it', async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/');
  await expect(visitor.getByText('from $5.00 per bag')).toBeVisible();

  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Prices and fees' });
  await expect(panel.getByRole('row', { name: /^Delivery Fee, Fuel and Ice/ })).toContainText(
    '$30.00',
  );
  await expect(panel.getByText('No changes yet')).toBeVisible();

  await panel.getByRole('button', { name: 'Change Prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices' });
  const fee = dialog.getByLabel('Delivery Fee, Fuel and Ice');
  await fee.fill('-1');
  await dialog.getByRole('button', { name: 'Change Now' }).click();
  await expect(dialog.getByText('Enter an amount from $0 to $500')).toBeVisible();
  await fee.fill('35');
  await dialog.getByLabel('Small Ice Bag').fill('6');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(/30 gal Regular, 2 small ice bags: \$[\d.]+ → \$[\d.]+/);
  await expect(preview).toContainText(/20 gal Regular: \$[\d.]+, unchanged/);
  await axeFindsNothing(page);
  await page.screenshot({ path: test.info().outputPath('change.png') });
  await dialog.getByRole('button', { name: 'Change Now' }).click();
  await expect(page.getByText('Prices Changed')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'History' })).toContainText(
    'Delivery Fee, Fuel and Ice: $30.00 → $35.00',
  );
  // The visitor's form shows the new price without a reload.
  await expect(visitor.getByText('from $6.00 per bag')).toBeVisible();
  await expect(visitor.getByText(/The minimum order is/)).toHaveCount(0);

  // The form states the minimum order before it refuses one that's too small.
  await panel.getByRole('button', { name: 'Change Prices' }).click();
  await dialog.getByLabel('Minimum Order').fill('40');
  await dialog.getByRole('button', { name: 'Change Now' }).click();
  const minimum = visitor.getByText('The minimum order is $40.00 before the delivery fee.');
  await expect(minimum).toBeVisible();
  await visitor.getByLabel('Estimated Gallons').fill('60');
  await expect(minimum).toHaveCount(0);

  // The form also states the limits of an order.
  await panel.getByRole('button', { name: 'Change Prices' }).click();
  await dialog.getByLabel('Maximum Gallons').fill('71');
  await dialog.getByLabel('Maximum Ice Bags').fill('8');
  await dialog.getByRole('button', { name: 'Change Now' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 70.')).toBeVisible();
  await dialog.getByLabel('Maximum Gallons').fill('50');
  await dialog.getByRole('button', { name: 'Change Now' }).click();
  await expect(panel.getByRole('row', { name: /^Maximum Gallons/ })).toContainText('50');
  await expect(
    visitor.getByText('An order can have up to 50 gallons and 8 ice bags.'),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Fill Up' }).click();
  await expect(visitor.getByText(/we’ll fill the tank, up\sto\s50\sgallons/)).toBeVisible();

  await panel.getByRole('button', { name: 'Change Prices' }).click();
  await dialog.getByLabel('Service Charge').fill('1.25');
  await dialog.getByRole('radio', { name: 'From a Date' }).check();
  await dialog.getByRole('button', { name: 'Plan Change' }).click();
  await expect(dialog.getByText('Enter a date.')).toBeVisible();
  await dialog.getByLabel('Date', { exact: true }).fill(inThreeDays());
  await dialog.getByRole('button', { name: 'Plan Change' }).click();
  await expect(page.getByText('Price Change Planned')).toBeVisible();
  const upcoming = panel.getByRole('region', { name: 'Upcoming changes' });
  await expect(upcoming).toContainText('Service Charge: $1.00 → $1.25');
  await expect(upcoming).toContainText('6:00 AM');
  await axeFindsNothing(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
  await upcoming.getByRole('button', { name: /^Cancel Change From/ }).click();
  await answer(page, 'Cancel this price change?', 'Cancel Change');
  await expect(page.getByText('Price Change Cancelled')).toBeVisible();
  await expect(upcoming).toHaveCount(0);
  await expect(panel.getByRole('row', { name: /^Service Charge/ })).toContainText('$1.00');
});

for (const width of [390, 1440]) {
  test(`the owner plans market prices at ${width} px, sees them listed, and cancels them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await enterAsAdmin(page, '/admin/settings');
    const panel = page.getByRole('region', { name: 'Prices and fees' });
    await panel.getByRole('button', { name: 'Change Prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change prices' });
    await expect(dialog.getByLabel('Regular Market Price')).toHaveCount(0);
    await dialog.getByRole('radio', { name: 'From a Date' }).check();
    await dialog.getByLabel('Date', { exact: true }).fill(inThreeDays());
    await dialog.getByLabel('Regular Market Price').fill('3.29');
    await dialog.getByRole('button', { name: 'Plan Change' }).click();
    await expect(dialog.getByText('Please enter both regular and premium prices.')).toBeVisible();
    await dialog.getByLabel('Premium Market Price').fill('4.29');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('the planned market price');
    await expect(preview).toContainText(/20 gal Regular: \$[\d.]+ → \$[\d.]+/);
    await axeFindsNothing(page, 'dialog[open]');
    await page.screenshot({ path: test.info().outputPath('plan.png') });
    await dialog.getByRole('button', { name: 'Plan Change' }).click();
    await expect(page.getByText('Price Change Planned')).toBeVisible();
    const upcoming = panel.getByRole('region', { name: 'Upcoming changes' });
    await expect(upcoming).toContainText('Market prices: Regular $3.29, Premium $4.29');

    // The tab that sets prices manually names the plan, too.
    await page.goto('/admin?tab=prices');
    const planned = page.getByRole('region', { name: 'Planned prices' });
    await expect(planned).toContainText('6:00 AM: Regular $3.29, Premium $4.29');
    await page.goto('/admin/settings');
    await upcoming.getByRole('button', { name: /^Cancel Change From/ }).click();
    await answer(page, 'Cancel this price change?', 'Cancel Change');
    await expect(page.getByText('Price Change Cancelled')).toBeVisible();
    await expect(upcoming).toHaveCount(0);
    await expect(panel.getByRole('region', { name: 'History' })).toContainText('Cancelled');
  });
}
