import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright/test';
import { expect, test } from '../support/e2e';
import {
  bookAsStranger,
  bookWithCard,
  deliveryCards,
  paymentModal,
  saveCardButton,
} from './steps/booked-delivery';
import { type Box, boxAtRest } from './steps/boxes';
import { accountDialog, enterAsCustomer, newCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { goBack, goForward, reload } from './steps/history';
import { fillBooking, type openHome, scheduleButton } from './steps/order-form';
import { DEMO } from './steps/staff';

/** Lets the office do something in a separate browser. */
async function inOffice<T>(
  browser: Browser,
  url: string,
  work: (staff: ReturnType<typeof callsOf>) => Promise<T>,
): Promise<T> {
  const office = await browser.newContext();
  const staff = callsOf(office, url);
  await staff.call('auth.adminLogin', DEMO.admin);
  const answer = await work(staff);
  await office.close();
  return answer;
}

const booked = (page: Parameters<typeof openHome>[0]) =>
  page.getByRole('region', { name: 'Your delivery is booked' });

test('the confirmation stays until another delivery is booked and can be added to a calendar', async ({
  page,
}) => {
  await enterAsCustomer(page, '/schedule');
  const code = await bookWithCard(page);
  const panel = booked(page);
  await expect(panel).toContainText(code);
  await expect(panel).toContainText('Eagle Point Marina, Dowagiac, Slip 14');
  await expect(panel).toContainText('25 gal Regular');
  await expect(panel).toContainText('Visa ending in 4242');
  await reload(page);
  await expect(panel).toContainText(code);

  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Add to Calendar' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`delivery-${code}.ics`);
  const event = readFileSync(await file.path(), 'utf8');
  // The start is 10 AM, noon, or 2 PM in New York, in UTC.
  expect(event).toMatch(/\r\nDTSTART:\d{8}T1[4-9]0000Z\r\n/);
  expect(event).toContain(`DESCRIPTION:Delivery ${code}`);

  // While the confirmation is shown, the form and the offer to book the same order again are gone.
  await expect(scheduleButton(page)).toHaveCount(0);
  await expect(page.getByText('Same as last time')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Book Another Delivery' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Schedule Fuel Delivery' })).toBeFocused();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('');
  await reload(page);
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(panel).toBeHidden();
});

test('the confirmation explains what happens next, and survives Back, Forward, and a reload', async ({
  page,
}) => {
  await enterAsCustomer(page, '/schedule');
  const code = await bookWithCard(page);
  const panel = booked(page);
  const title = panel.getByRole('heading', { name: 'Your delivery is booked' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(panel.getByText(code)).toBeInViewport();
  await expect(panel.getByRole('listitem')).toHaveText([
    /We’ll confirm it shortly/,
    /We’ll assign a driver/,
    /We’ll come to your dock between .* We’ll charge your card after delivery/,
  ]);
  await goBack(page);
  await expect(page).toHaveURL('/schedule');
  await expect(panel).toContainText(code);
  await goForward(page);
  await expect(page).toHaveURL('/');
  await expect(panel).toContainText(code);

  await reload(page);
  await expect(panel).toContainText(code);
});

test('a guest keeps the delivery with an account from the confirmation', async ({ page }) => {
  await bookAsStranger(page);
  await booked(page).getByRole('button', { name: 'Create Account' }).click();
  const { username, password, email, fullName, homeAddress } = newCustomer();
  const dialog = accountDialog(page);
  // The delivery joins the account with the phone number that booked it.
  await expect(dialog.getByLabel('Phone')).toHaveValue('(269) 555-0178');
  await dialog.getByLabel('Full Name').fill(fullName);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Home Address').fill(homeAddress);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText(/We added your delivery D-\w+ to your account/)).toBeVisible();
  await expect(booked(page)).toBeVisible();
  await expect(booked(page).getByRole('button', { name: 'Create Account' })).toHaveCount(0);
  await booked(page).getByRole('button', { name: 'Book Another Delivery' }).click();
  await expect(page.getByRole('region', { name: 'Same as last time' })).toContainText(
    'Eagle Point Marina',
  );
});

/** Returns whether two boxes don't overlap. */
const isBeside = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test("a toast never covers a dialog's title, fields, or buttons", async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  const toast = paymentModal(page).getByText('Appointment Created');
  await expect(toast).toBeVisible();
  // The toast stays while the pointer is over it.
  await page.locator('.toast-card').hover();
  const [card, title, field, button] = await Promise.all([
    boxAtRest(page.locator('.toast-card')),
    boxAtRest(paymentModal(page).getByRole('heading', { name: 'Save Payment Method' })),
    boxAtRest(paymentModal(page).getByLabel('Credit or debit card number')),
    boxAtRest(saveCardButton(page)),
  ]);
  const needed = [title, field, button];
  expect(needed.map((part) => isBeside(card, part))).toEqual([true, true, true]);
});

test('a guest can email the link from the confirmation', async ({ page }) => {
  await bookAsStranger(page);
  await booked(page).getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('dialog', { name: 'Send me the link' })).toBeVisible();
});

test('the confirmation follows staff changes and ends once a driver has come', async ({
  page,
  product,
  browser,
}) => {
  await enterAsCustomer(page);
  const code = await bookWithCard(page, { gallons: '10', from: 3 });
  await expect(booked(page)).toContainText('We’ll confirm it shortly.');
  const { appointments } = await inOffice(browser, product.url, (staff) =>
    staff.ask('admin.allAppointments', { search: code }),
  );
  const { id } = appointments[0];
  await inOffice(browser, product.url, (staff) => staff.call('admin.confirm', { id }));
  const confirmed = page.getByRole('region', { name: 'Your delivery is confirmed' });
  await expect(confirmed).toContainText(code);
  await expect(booked(page)).toHaveCount(0);
  await inOffice(browser, product.url, (staff) => staff.call('admin.schedule', { id }));
  const scheduled = page.getByRole('region', { name: 'Your delivery is scheduled' });
  await expect(scheduled).not.toContainText('confirm it');
  await inOffice(browser, product.url, (staff) =>
    staff.call('admin.complete', { id, actualGallons: 10 }),
  );
  await expect(deliveryCards(page)).toContainText('paid with Visa ending in 4242');
  await reload(page);
  await expect(deliveryCards(page)).toContainText('paid with Visa ending in 4242');
  await expect(scheduleButton(page)).toBeVisible();
  await deliveryCards(page).getByRole('button', { name: 'See Receipt' }).click();
  await expect(page.getByRole('dialog', { name: 'Delivery details' })).toContainText('10 gal');
});
