/** Tests how the owner creates a discount, and where its line shows for customers and staff. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { deliveryCards, openDelivery, saveCardButton, typeCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { fillBooking, scheduleButton, unfold } from './steps/order-form';
import { enterAsAdmin } from './steps/staff';

test('a discount is created by the owner, and shows in the form and in the list', async ({
  page,
  browser,
}) => {
  const name = `Off${String(Date.now()).slice(-6)}`;
  const office = await (await browser.newContext()).newPage();
  await enterAsAdmin(office, '/admin/settings');
  const panel = office.getByRole('region', { name: 'Discounts' });
  await panel.getByRole('button', { name: 'Create Discount' }).click();
  const dialog = office.getByRole('dialog', { name: 'Create a discount' });
  await dialog.getByLabel('Code').fill(name);
  await dialog.getByRole('button', { name: 'Create Discount' }).click();
  await expect(dialog.getByText('Enter a percentage or an amount in dollars.')).toBeVisible();
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByLabel('Total Uses').fill('1');
  await axeFindsNothing(office);
  await dialog.getByRole('button', { name: 'Create Discount' }).click();
  const line = panel.getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText('10% off fuel. Up to once in total. Not used yet.');

  await enterAsCustomer(page);
  await fillBooking(page, { gallons: '10' });
  await unfold(page, 'Use a promo code');
  await page.getByLabel('Promo Code').fill(name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promo Code Applied', { exact: true })).toBeVisible();
  const label = `${name} (10% off fuel)`;
  await expect(page.getByText(label)).toBeVisible();
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  const card = deliveryCards(page).first();
  await openDelivery(card);
  await expect(card).toContainText(label);

  await reload(office);
  await expect(line).toContainText('Used once.');
  await expect(line).toContainText(`${name} has been used up.`);
  await line.getByRole('button', { name: `Deactivate ${name}` }).click();
  await office.getByRole('button', { name: 'Deactivate Discount' }).click();
  await expect(line).toContainText('Inactive');
});
