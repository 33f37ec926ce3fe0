/** A charge's balance is paid in the browser, with the appointment's only PaymentIntent. */
import { expect, test } from '../support/e2e';
import { bookWithCard, deliveryCards, openDelivery, typeCard } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { deliverTenGallons } from './steps/driver';

test('a customer pays a declined delivery from the list, after a decline and an authentication', async ({
  page,
}) => {
  await enterAsCustomer(page);
  // This card can be saved, but its charges are declined.
  await bookWithCard(page, { gallons: '10', from: 3 }, '4000000000000341');
  await expect(deliveryCards(page)).toContainText('Visa ending in 0341');

  await deliverTenGallons(page);

  const card = deliveryCards(page).first();
  await expect(card).toContainText('Visa ending in 0341 wasn’t charged');
  await expect(card).toContainText('Balance due');
  await card.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay balance' });
  await expect(dialog).toContainText('Your card was declined.');
  await typeCard(page, '4000000000009995', dialog);
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(dialog.getByText('Your card has insufficient funds.')).toBeVisible();
  await typeCard(page, '4000002760003184', dialog);
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Payment Received')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('paid with Visa ending in 3184');
  await expect(card.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
});

test('a customer pays a balance with another saved card without typing it', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '10', from: 3 }, '4000000000000341');
  await deliverTenGallons(page);
  const owed = deliveryCards(page).filter({ hasText: 'Balance due' });
  // The list moves above the form while the form isn't in use.
  await expect(owed).toHaveCount(1);
  await bookWithCard(page, { from: 4 });

  await owed.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay balance' });
  await expect(dialog.getByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked();
  await expect(dialog.getByText('Visa ending in 0341')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Payment Received')).toBeVisible();
  await openDelivery(deliveryCards(page).first());
  await expect(deliveryCards(page).first()).toContainText('paid with Visa ending in 4242');
});
