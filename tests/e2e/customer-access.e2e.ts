import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { accountDialog, enterAsCustomer } from './steps/customer';
import { tabTo } from './steps/keyboard';
import { dates, fillBooking, openWithoutDate, scheduleButton, times } from './steps/order-form';

test.describe('axe finds no problems', () => {
  // Tests each color scheme at one width only, because the colors don't depend on the width.
  test.beforeEach(({ page, isMobile }) =>
    page.emulateMedia({ colorScheme: isMobile ? 'light' : 'dark' }),
  );

  test('on the page of an unknown address, the order form, and the account dialogs', async ({
    page,
  }) => {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await axeFindsNothing(page);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('heading', { name: 'Fuel Delivery at Your Dock' })).toBeVisible();
    await expect(dates(page).first()).toBeVisible();
    await axeFindsNothing(page);
    await openWithoutDate(page);
    await scheduleButton(page).click();
    await expect(page.getByText('Missing Information')).toBeVisible();
    await axeFindsNothing(page);
    await fillBooking(page, { small: 1 });
    await scheduleButton(page).click();
    await expect(accountDialog(page)).toBeVisible();
    await axeFindsNothing(page);
    await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
    await expect(accountDialog(page).getByLabel('Full Name')).toBeVisible();
    await axeFindsNothing(page);
  });

  test('on a refused payment, a delivery, its questions, and its changes', async ({ page }) => {
    await enterAsCustomer(page);
    await fillBooking(page, { small: 1 });
    await scheduleButton(page).click();
    await expect(paymentModal(page).getByLabel('ZIP Code')).toBeVisible();
    await typeCard(page, '4000000000000002');
    await saveCardButton(page).click();
    await expect(paymentModal(page).getByText('Your card was declined.')).toBeVisible();
    await axeFindsNothing(page);
    await expect(saveCardButton(page)).toBeEnabled();
    await typeCard(page, '4242424242424242');
    await saveCardButton(page).click();
    await expect(deliveryCards(page)).toHaveCount(1);
    await expect(paymentModal(page)).toBeHidden();
    await axeFindsNothing(page);
    await deliveryCards(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Keep Delivery' })).toBeVisible();
    await axeFindsNothing(page);
    await page.getByRole('button', { name: 'Keep Delivery' }).click();
    await deliveryCards(page).getByRole('link', { name: 'Modify' }).click();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await axeFindsNothing(page);
  });
});

test('a customer can book a delivery with the keyboard alone @keyboard', async ({ page }) => {
  const { keyboard } = page;
  await enterAsCustomer(page);

  // Tab stops at the selected date, and the arrow keys continue from there.
  await tabTo(dates(page).and(page.locator(':checked')));
  await expect(times(page).first()).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(times(page).and(page.locator(':checked'))).toHaveCount(0);
  await expect(times(page).and(page.locator(':enabled')).first()).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(times(page).and(page.locator(':checked'))).toHaveCount(1);
  // A day with a full window also has the link to its waiting list.
  await tabTo(page.getByLabel('Delivery Location'));
  await tabTo(page.getByLabel('Estimated Gallons'));
  await keyboard.type('12');
  await keyboard.press('Enter');

  const number = paymentModal(page).getByLabel('Credit or debit card number');
  await expect(number).toBeFocused();
  await keyboard.type('4242424242424242');
  await keyboard.press('Tab');
  await keyboard.type('1234');
  await keyboard.press('Tab');
  await keyboard.type('123');
  await keyboard.press('Tab');
  await keyboard.type('49047');
  // The focus stays in the modal, however many times Tab is pressed.
  for (let stop = 0; stop < 8; stop += 1) {
    await keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(outside).toBe(false);
  }
  await tabTo(paymentModal(page).getByLabel('ZIP Code'));
  await keyboard.press('Enter');
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your delivery is booked' })).toBeFocused();

  await expect(deliveryCards(page)).toHaveCount(1);
  await fillBooking(page);
  await tabTo(scheduleButton(page));
  await keyboard.press('Enter');
  await expect(paymentModal(page)).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByText('Payment Cancelled')).toBeVisible();
  await expect(scheduleButton(page)).toBeFocused();
});
