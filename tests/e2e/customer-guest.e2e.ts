/** A guest's link (D19): the delivery seen and cancelled from another browser. */
import type { Page } from 'playwright/test';
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
import { deliverTenGallons } from './steps/driver';
import { cardOf, enterAsAdmin } from './steps/staff';

/** Books as a guest and takes the link along. */
async function bookAsGuest(page: Page): Promise<string> {
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
  const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  return pathname + search;
}

test('a guest copies the manage link and cancels in another browser', async ({ page, browser }) => {
  const link = await bookAsGuest(page);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  // A connection that breaks meanwhile is told, and tried again.
  await other.route('**/api/trpc/booking.manage**', (route) => route.abort());
  await other.goto(link);
  const dialog = other.getByRole('dialog', { name: 'Your delivery' });
  await expect(dialog.getByText('This delivery could not be opened')).toBeVisible();
  await other.unroute('**/api/trpc/booking.manage**');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('article')).toContainText('Visa ending in 4242');
  const cancel = async () => {
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await other.getByRole('button', { name: 'Cancel delivery' }).dblclick();
  };
  await other.route('**/api/trpc/booking.cancel**', (route) => route.abort());
  await cancel();
  await expect(other.getByText('Cancellation Failed')).toBeVisible();
  await other.unroute('**/api/trpc/booking.cancel**');
  await cancel();
  await expect(other.getByText('Appointment Cancelled')).toBeVisible();
  await expect(dialog.getByText('This delivery was cancelled. Nothing is charged.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(other).toHaveURL(/\/$/);

  await other.goto(`${link}x`);
  await expect(
    dialog.getByText('This link does not open a booking. Please check it.'),
  ).toBeVisible();
  await elsewhere.close();
});

test('with the manage link a guest changes the card and pays a declined balance', async ({
  page,
}) => {
  const link = await bookAsGuest(page);
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Your delivery' });
  await dialog.getByRole('button', { name: 'Change card' }).click();
  // Saved without complaint, declined when it is charged.
  await typeCard(page, '4000000000000341');
  await saveCardButton(page).click();
  await expect(page.getByText('Card Changed')).toBeVisible();
  await expect(dialog.getByRole('article')).toContainText('Visa ending in 0341');

  await deliverTenGallons(page);

  await page.goto(link);
  await expect(dialog.getByRole('article')).toContainText('Balance due');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  const balance = page.getByRole('dialog', { name: 'Pay balance' });
  await typeCard(page, '5555555555554444', balance);
  await balance.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Payment Received')).toBeVisible();
  await expect(dialog.getByRole('article')).toContainText('paid with Mastercard ending in 4444');
});

test('a guest replaces the link, and so does staff: the one of before opens nothing', async ({
  page,
  browser,
}) => {
  const first = await bookAsGuest(page);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  const opens = async (link: string, text: string) => {
    await other.goto(link);
    await expect(other.getByRole('dialog', { name: 'Your delivery' })).toContainText(text);
  };
  await opens(first, 'Visa ending in 4242');

  const replace = async () => {
    await deliveries(page).getByRole('button', { name: 'Replace link' }).click();
    const question = page.getByRole('dialog', { name: 'Replace your link?' });
    await question.getByRole('button', { name: 'Replace link' }).click();
  };
  await page.route('**/api/trpc/booking.renewGuestLink**', (route) => route.abort());
  await replace();
  await expect(page.getByText('Link not replaced')).toBeVisible();
  await page.unroute('**/api/trpc/booking.renewGuestLink**');
  await replace();
  await expect(page.getByText('Link replaced')).toBeVisible();
  await opens(first, 'This link has ended.');
  await deliveries(page).getByRole('button', { name: 'Copy link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { pathname, search } = new URL(copied);
  await opens(pathname + search, 'Visa ending in 4242');

  const code = (await deliveryCards(page).first().getAttribute('data-appointment')) ?? '';
  const office = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const staff = await office.newPage();
  await enterAsAdmin(staff, `/admin?q=${code}`);
  await cardOf(staff, code).getByRole('button', { name: 'Photos and history' }).click();
  const history = staff.getByRole('dialog', { name: `Appointment ${code}` });
  await history.getByRole('button', { name: 'Replace link' }).click();
  await staff
    .getByRole('dialog', { name: "Replace the guest's link?" })
    .getByRole('button', { name: 'Replace link' })
    .click();
  await expect(history.getByText('The new link of the guest')).toBeVisible();
  await expect(history.getByText('Guest link replaced').first()).toBeVisible();
  await opens(pathname + search, 'This link has ended.');
  await office.close();
  await elsewhere.close();
});
