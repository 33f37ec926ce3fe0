/** Where the fuel goes: asked in the order form, and shown wherever the delivery is. */
import { expect, test } from '../support/e2e';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { chooseTime, openHome, scheduleButton } from './steps/order-form';

test('a fill-up into cans is asked about, and the answer is shown in every summary', async ({
  page,
}) => {
  await openHome(page);
  await expect(page.getByRole('radio', { name: 'Into Cans' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Ours/ })).toBeChecked();
  await chooseTime(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point Marina');
  await page.getByLabel('Your Phone').fill('2695550177');
  await expect(page.getByText('Boat or cans?')).toBeHidden();
  await page.getByRole('button', { name: 'Fill up' }).click();
  await expect(page.getByText('Boat or cans?')).toBeVisible();
  await scheduleButton(page).click();
  const question = page.getByRole('dialog', { name: 'Put the fuel into cans?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  // As long as the question isn't answered, nothing changes.
  await expect(page.getByRole('radio', { name: 'Into Cans' })).toBeChecked();
  await page.getByRole('button', { name: 'Into My Boat' }).click();
  await expect(page.getByRole('radio', { name: 'Into My Boat' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Yours/ })).toBeHidden();
  await expect(page.getByText('at most $312.00')).toBeVisible();
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toContainText('at most $312.00');
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  const booked = page.getByRole('region', { name: 'Your delivery is booked' });
  await expect(booked).toContainText('your boat');
  await expect(booked).toContainText('at most $312.00');
  await expect(deliveryCards(page)).toContainText('Fuel goes into');
  await expect(deliveryCards(page)).toContainText('at most $312.00');
});

test('cans that were chosen on purpose are not asked about', async ({ page }) => {
  await openHome(page);
  await page.getByRole('button', { name: 'Fill up' }).click();
  await page.getByRole('radio', { name: /^Yours/ }).check({ force: true });
  await expect(page.getByText('Boat or cans?')).toBeHidden();
});
