/** Staff see tomorrow's deliveries without a working card, and the customer's link asks for one. */
import { expect, test } from '../support/e2e';
import { saveCardButton, typeCard } from './steps/booked-delivery';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { callsOf } from './steps/driver';
import { canBeUsed } from './steps/order-form';
import { scheduleFor } from './steps/owed';
import { cardOf, enterAsAdmin } from './steps/staff';

test('a number of Today lists who needs a card, until the customer’s link adds one', async ({
  page,
  browser,
  product,
}) => {
  await enterAsAdmin(page, '/admin');
  const calls = callsOf(page, product.url);
  const { id, publicCode } = await scheduleFor({ ...calls, customerId: null }, 15);
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: /without a working card tomorrow$/ }).click();
  await expect(page.getByRole('searchbox', { name: 'Filter this day' })).toHaveValue('Card needed');
  const line = page.locator(`[data-line="${publicCode}"]`);
  await expect(line).toContainText('No card');
  await line.getByRole('button').click();
  await expect(cardOf(page, publicCode)).toContainText('No card is saved for this delivery.');
  await page.getByRole('button', { name: /^Close( Panel)?$/ }).click();
  await expectFitPhoneAndDesk(page);

  const { link } = await calls.call('admin.showLink', { id });
  const customer = await (await browser.newContext()).newPage();
  await customer.goto(`${link}?pay=now`);
  await canBeUsed(customer);
  await typeCard(customer, '4242424242424242');
  await saveCardButton(customer).click();
  await expect(customer.getByText('Card Saved', { exact: true })).toBeVisible();
  await expect(line).toBeHidden();
  await customer.context().close();
});
