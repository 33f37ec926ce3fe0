/** Tests the link to a delivery, which is viewed, cancelled, and paid on another device. */
import type { Browser, Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import {
  bookAsStranger,
  deliveries,
  deliveryCards,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { letThrough, pressTwice, retryUntil, whileCallFails } from './steps/connection';
import { enterAsCustomer, fillLogin } from './steps/customer';
import { deliverTenGallons } from './steps/driver';
import { goBack, goForward } from './steps/history';
import { cardOf, enterAsAdmin } from './steps/staff';

/** Books as a guest and returns the link. */
async function bookAndTakeLink(page: Page): Promise<string> {
  await bookAsStranger(page);
  await deliveries(page).getByRole('button', { name: 'Send me the link' }).click();
  const sending = page.getByRole('dialog', { name: 'Send me the link' });
  await sending.getByLabel('Email').fill('guest@lake.example');
  await sending.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Link Sent')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await deliveries(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  return copiedPath(page);
}

const copiedPath = async (page: Page) =>
  new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;

/** Opens a page on another device. */
async function elsewhere(page: Page, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Is this your delivery?' });

async function proveWith(page: Page, digits: string) {
  await question(page).getByLabel('Last 4 Digits').fill(digits);
  await question(page).getByRole('button', { name: 'Continue' }).click();
}

const CLOSED = 'This delivery link is invalid or has expired.';

test('a guest copies the link and cancels on another device with the phone number', async ({
  page,
  browser,
}) => {
  const link = await bookAndTakeLink(page);
  expect(link).toMatch(/^\/d\/\w{22}$/);
  const other = await elsewhere(page, browser);
  // A connection that breaks shows an error, and the action can be repeated.
  await other.route('**/api/trpc/booking.manage**', (route) => route.abort());
  await other.goto(`${link}?open=all`);
  await expect(other.getByText('We couldn’t open this delivery')).toBeVisible();
  await letThrough(other, '**/api/trpc/booking.manage**');
  await retryUntil(other, other.getByRole('article'));
  await expect(other.getByRole('article')).toContainText('Visa ending in 4242');
  await axeFindsNothing(other);
  const cancel = async () => {
    await other.getByRole('button', { name: 'Cancel', exact: true }).click();
    const sure = other.getByRole('button', { name: 'Cancel Delivery' });
    await pressTwice(other, 'booking.cancel', sure);
  };
  await other.route('**/api/trpc/booking.cancel**', (route) => route.abort());
  await cancel();
  await expect(other.getByText('Cancellation Failed')).toBeVisible();
  await letThrough(other, '**/api/trpc/booking.cancel**');

  await cancel();
  await expect(question(other)).toBeVisible();
  await axeFindsNothing(other);
  await proveWith(other, '0199');
  await expect(question(other)).toContainText('You can try 4 more times.');
  await proveWith(other, '0178');
  await expect(other.getByText('Appointment Cancelled')).toBeVisible();
  await expect(other.getByText('This delivery was cancelled. You won’t be charged.')).toBeVisible();

  await other.goto(`${link}x`);
  await expect(other.getByText(CLOSED)).toBeVisible();
  // A link from an older email opens the same page.
  await other.goto('/?manage=no-such-booking.signature');
  await expect(other).toHaveURL(/\/d\/no-such-booking\.signature$/);
  await expect(other.getByText(CLOSED)).toBeVisible();
  await other.context().close();
});

test('a guest with the link changes the card, pays a declined balance, and sees the receipt', async ({
  page,
  browser,
}) => {
  const link = await bookAndTakeLink(page);
  const other = await elsewhere(page, browser);
  await other.goto(link);
  await other.getByRole('link', { name: 'Change or Cancel Delivery' }).click();
  await expect(other.getByRole('article')).toBeVisible();
  await goBack(other);
  await expect(other.getByRole('region', { name: 'Timeline' })).toBeVisible();
  await goForward(other);
  await other.getByRole('button', { name: 'Change Card' }).click();
  await proveWith(other, '0178');
  // This card can be saved, but its charges are declined.
  await typeCard(other, '4000000000000341');
  await saveCardButton(other).click();
  await expect(other.getByText('Card Changed')).toBeVisible();
  await expect(other.getByRole('article')).toContainText('Visa ending in 0341');

  await deliverTenGallons(page);

  const third = await elsewhere(page, browser);
  await third.goto(link);
  await expect(third.getByText('Balance due').first()).toBeVisible();
  await axeFindsNothing(third);
  // The email's payment link opens the payment without a sign-in.
  await third.goto(`${link}?pay=now`);
  await expect(third.getByRole('dialog', { name: 'Pay balance' })).toBeVisible();
  await third.goto(link);
  await third.getByRole('link', { name: /^Pay \$/ }).click();
  const balance = third.getByRole('dialog', { name: 'Pay balance' });
  await typeCard(third, '5555555555554444', balance);
  await balance.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(third.getByText('Payment Received')).toBeVisible();
  const receipt = third.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Mastercard ending in 4444');
  await expect(receipt.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);
  await axeFindsNothing(third);
  await other.context().close();
  await third.context().close();
});

test('the guest or staff can replace the link, and the old one stops working', async ({
  page,
  browser,
}) => {
  const first = await bookAndTakeLink(page);
  const other = await elsewhere(page, browser);
  const opens = async (link: string, text: string) => {
    // The page reloads when its link ends, which may interrupt the visit.
    await expect(() => other.goto(link)).toPass();
    await expect(other.getByRole('main')).toContainText(text);
  };
  await opens(first, 'Your order');

  const replace = async () => {
    await deliveries(page).getByRole('button', { name: 'Replace link' }).click();
    const sure = page.getByRole('dialog', { name: 'Replace your link?' });
    await sure.getByRole('button', { name: 'Replace link' }).click();
  };
  await whileCallFails(page, 'booking.renewGuestLink', async () => {
    await replace();
    await expect(page.getByText('Link not replaced')).toBeVisible();
  });
  await replace();
  await expect(page.getByText('Link replaced')).toBeVisible();
  await opens(first, CLOSED);
  await deliveries(page).getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => copiedPath(page)).not.toBe(first);
  const second = await copiedPath(page);
  await opens(second, 'Your order');

  const code = (await deliveryCards(page).first().getAttribute('data-appointment')) ?? '';
  const office = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const staff = await office.newPage();
  await enterAsAdmin(staff, `/admin?q=${code}`);
  await cardOf(staff, code).getByRole('button', { name: 'Photos and History' }).click();
  const history = staff.getByRole('dialog', { name: `Appointment ${code}` });
  await history.getByRole('button', { name: 'Show Link' }).click();
  await expect(history.getByText(second)).toBeVisible();
  await history.getByRole('button', { name: 'Replace Link' }).click();
  await staff
    .getByRole('dialog', { name: 'Replace the delivery link?' })
    .getByRole('button', { name: 'Replace link' })
    .click();
  await expect(history.getByText('New delivery link', { exact: true })).toBeVisible();
  await expect(history.getByText('Link replaced').first()).toBeVisible();
  await opens(second, CLOSED);
  await office.close();
  await other.context().close();
});

test('an invalid link offers the sign-in and the phone number', async ({ page }) => {
  const customer = await enterAsCustomer(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await page.goto('/d/wrong');
  await expect(page.getByText(CLOSED)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/);
  await axeFindsNothing(page);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await fillLogin(page, customer);
  await page.waitForURL((url) => url.pathname === '/');
});
