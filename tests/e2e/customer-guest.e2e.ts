/** A guest's link (D19): the delivery seen and cancelled from another browser. */
import { expect, test } from '../support/e2e';
import {
  accountDialog,
  deliveries,
  deliveryCards,
  fillBooking,
  openHome,
  paymentModal,
  saveCardButton,
  scheduleButton,
  typeCard,
} from './steps/customer';

test('a guest keeps the link, opens it elsewhere and cancels there', async ({ page, browser }) => {
  await openHome(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await accountDialog(page).getByRole('button', { name: 'Continue as guest' }).click();
  await accountDialog(page).getByLabel('Phone').fill('269 555 0178');
  await accountDialog(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(deliveryCards(page)).toHaveCount(1);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await deliveries(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  const { pathname, search } = new URL(link);
  // A connection that breaks meanwhile is told, and tried again.
  await other.route('**/api/trpc/booking.manage**', (route) => route.abort());
  await other.goto(pathname + search);
  const dialog = other.getByRole('dialog', { name: 'Your delivery' });
  await expect(dialog.getByText('This delivery could not be opened')).toBeVisible();
  await other.unroute('**/api/trpc/booking.manage**');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('article')).toContainText('Visa ending in 4242');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await other.getByRole('button', { name: 'Cancel delivery' }).dblclick();
  await expect(other.getByText('Appointment Cancelled')).toBeVisible();
  await expect(dialog.getByText('This delivery was cancelled. Nothing is charged.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(other).toHaveURL(/\/$/);

  await other.goto(`${pathname}${search}x`);
  await expect(
    dialog.getByText('This link does not open a booking. Please check it.'),
  ).toBeVisible();
  await elsewhere.close();
});
