import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { expectFit } from './steps/boxes';
import { letThrough, retryUntil, whileCallFails } from './steps/connection';
import { enterAsCustomer } from './steps/customer';
import { cardOf, confirmAppointment, enterAsAdmin, scheduleAppointment } from './steps/staff';

test('staff correct a delivery: less is refunded, more is charged, far more is a payment link', async ({
  page,
}) => {
  await enterAsCustomer(page);
  const code = await bookWithCard(page, { gallons: '10', from: 6 });
  await enterAsAdmin(page, `/admin?q=${code}`);
  await confirmAppointment(page, code);
  await scheduleAppointment(page, code);
  await cardOf(page, code, 'Scheduled').getByRole('button', { name: 'Complete Service' }).click();
  await page.getByRole('button', { name: 'Complete Delivery' }).click();
  const card = cardOf(page, code, 'Completed');
  await expect(card).toContainText('Payment Complete');

  const open = async () => {
    await card.getByRole('button', { name: 'Correct Delivery' }).click();
    const dialog = page.getByRole('dialog', { name: `Correct delivery ${code}` });
    await expect(dialog.getByLabel('Correction preview')).toContainText('No payment change');
    return dialog;
  };
  const lower = await open();
  await lower.getByLabel('Actual Gallons Delivered').fill('9');
  await expect(lower.getByText(/^Refund \$\d+\.\d\d$/)).toBeVisible();
  const submit = lower.getByRole('button', { name: /^Correct to \$/ });
  await submit.click();
  await expect(lower.getByText('Enter a reason.')).toBeVisible();
  await lower.getByLabel('Reason').fill('The meter was read again');
  await page.keyboard.press('Tab');
  await whileCallFails(page, 'admin.correctDelivery', async () => {
    await submit.click();
    await expect(page.getByText('Update Failed')).toBeVisible();
  });
  await submit.click();
  await expect(lower).toBeHidden();
  await expect(card).toContainText(/\$\d+\.\d\d refunded/);

  const higher = await open();
  await higher.getByLabel('Actual Gallons Delivered').fill('10');
  await higher.getByLabel('Reason').fill('It was right the first time');
  await expect(higher.getByText(/^Charge \$\d+\.\d\d more$/)).toBeVisible();
  await higher.getByRole('button', { name: /^Correct to \$/ }).click();
  await expect(higher).toBeHidden();
  await expect(card).toContainText('Payment Complete');

  const far = await open();
  await far.getByLabel('Actual Gallons Delivered').fill('30');
  await far.getByLabel('Reason').fill('Both tanks were filled');
  await expect(far.getByText(/^Send a payment link for \$\d+\.\d\d more$/)).toBeVisible();
  await far.getByRole('button', { name: /^Correct to \$/ }).click();
  await page
    .getByRole('dialog', { name: /^Correct the total to/ })
    .getByRole('button', { name: /^Correct to/ })
    .click();
  await expect(far).toBeHidden();
  await expect(card).toContainText('already paid');

  await card.getByRole('button', { name: 'Photos and History' }).click();
  const history = page.getByRole('dialog');
  await expect(history.getByText('Delivery corrected')).toHaveCount(3);
  await expect(history).toContainText('Both tanks were filled');
});

test("the correction dialog shows an error if the payments can't be loaded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAsAdmin(page, '/admin');
  await page.route(/admin\.charges/, (route) => route.abort());
  const card = page
    .locator('[data-appointment]')
    .filter({ has: page.getByRole('button', { name: 'Correct Delivery' }) })
    .first();
  await card.getByRole('button', { name: 'Correct Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: /^Correct delivery/ });
  await expect(dialog.getByText('We couldn’t load the payments')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Correct to/ })).toBeDisabled();
  await expectFit(page);
  await letThrough(page, /admin\.charges/);
  await retryUntil(dialog, dialog.getByLabel('Correction preview'));
});
