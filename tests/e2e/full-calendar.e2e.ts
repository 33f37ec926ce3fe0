/** A form without an open date shows its customer what to do. */
import { expect, test } from '../support/e2e';
import { callsOf } from './steps/driver';
import { canBeUsed, openHome, scheduleButton } from './steps/order-form';
import { enterAsAdmin } from './steps/staff';

test('a full calendar names the next season, and whom to call', async ({
  page,
  browser,
  product,
}) => {
  const staff = await browser.newPage({ baseURL: product.url });
  await enterAsAdmin(staff, '/admin');
  await callsOf(staff, product.url).call('admin.blockMonths', { months: 5 });
  await staff.context().close();

  await page.goto('/');
  await canBeUsed(page);
  await expect(page.getByText('Every date is full')).toBeVisible();
  await expect(page.getByText(/We’ll deliver again starting \w+, \w+ \d+, \d{4}\./)).toBeVisible();
  const form = page.getByRole('region', { name: 'Schedule Fuel Delivery' });
  const call = form.getByRole('link', { name: /555/ });
  await expect(call.first()).toHaveAttribute('href', /^tel:/);
  await expect(call).toHaveCount(2);
  await expect(scheduleButton(page)).toBeHidden();
  await expect(form.getByText('Select a date to see its windows.')).toBeHidden();
});

test('an open calendar has its button', async ({ page }) => {
  await openHome(page);
  await expect(scheduleButton(page)).toBeVisible();
});
