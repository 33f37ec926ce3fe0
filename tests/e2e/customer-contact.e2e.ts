/** The order form asks for the contact last, and a visitor can book. */
import { expect, test } from '../support/e2e';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { accountDialog, fillRegistration, newCustomer } from './steps/customer';
import { reload } from './steps/history';
import { fillBooking, openHome, scheduleButton, showForm } from './steps/order-form';

test('a visitor books with the phone number in the form and gets the link by email', async ({
  page,
}) => {
  await openHome(page);
  await fillBooking(page);
  await page.getByLabel('Your Phone').fill('555');
  await scheduleButton(page).click();
  await expect(page.getByText('Phone Number Required')).toBeVisible();
  await expect(page.getByText('Account Required')).toBeHidden();
  await expect(page.getByLabel('Your Phone')).toBeFocused();

  await page.getByLabel('Your Phone').fill('269 555 0177');
  await page.locator('summary', { hasText: 'by email' }).click();
  await page.getByLabel('Your Email').fill('guest@lake');
  await scheduleButton(page).click();
  await expect(page.getByText('Email Required')).toBeVisible();
  await expect(page.getByLabel('Your Email')).toBeFocused();

  await page.getByLabel('Your Email').fill('guest@lake.example');
  // Typed values survive a reload.
  await reload(page);
  await expect(page.getByLabel('Your Phone')).toHaveValue('269 555 0177');
  await expect(page.getByLabel('Your Email')).toHaveValue('guest@lake.example');
  const sent = page.waitForRequest((request) => request.url().includes('booking.create?'));
  await scheduleButton(page).click();
  expect((await sent).postData()).toContain('guest@lake.example');
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(accountDialog(page)).toHaveCount(0);
  await expect(deliveryCards(page)).toHaveCount(1);
  // The next order already has the phone number.
  await showForm(page);
  await expect(page.getByLabel('Your Phone')).toHaveValue('(269) 555-0177');
});

test('registering midway continues the same booking', async ({ page }) => {
  await openHome(page);
  const { date, time } = await fillBooking(page, { gallons: '33' });
  await scheduleButton(page).click();
  await expect(page.getByText('Account Required')).toBeVisible();
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await fillRegistration(page, newCustomer());
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(paymentModal(page)).toBeVisible();
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await expect(page.locator(`input[value="${time}"]`)).toBeChecked();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toContainText('33 gal');
  await expect(page.getByLabel('Your Phone')).toHaveCount(0);
});
