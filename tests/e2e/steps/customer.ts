/** A customer's steps on screen, for any browser test. */
import { expect, type Locator, type Page } from 'playwright/test';
import { formatLongDate } from '@/domain/dates';
import { listsLoaded } from './lists';

export type Customer = {
  username: string;
  password: string;
  email: string;
  fullName: string;
  phone: string;
  homeAddress: string;
};

let made = 0;

/** A customer who is not registered yet. */
export function newCustomer(): Customer {
  made += 1;
  const username = `pat${Date.now()}x${process.pid}x${made}`;
  return {
    username,
    password: 'secret1',
    email: `${username}@example.com`,
    fullName: 'Pat Harbor',
    phone: '(269) 555-0142',
    homeAddress: '12 Lake Road, Dowagiac',
  };
}

/** The home page without what the server writes into it: the browser asks for everything. */
export const EMPTY_HOME = '/?empty';

/** Opens the home page and waits until it can be used. */
export async function openHome(page: Page) {
  await page.goto('/');
  await canBeUsed(page);
  await expect(dates(page).first()).toBeVisible();
}

/** Opens the home page with a draft whose date has passed, so that no date is chosen. */
export async function openWithoutDate(page: Page) {
  await openHome(page);
  await keepPassedDraft(page);
  await page.reload();
  await canBeUsed(page);
  await expect(page.getByText('Choose a date to see its times.')).toBeVisible();
}

/** Resolves once the page has its code. A page of the server shows its form before. */
export const canBeUsed = (page: Page) => expect(page.locator('.toast-layer')).toBeAttached();

/** The Login / Create Account dialog, whichever of the two it shows. */
export const accountDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(Login|Create Account|Continue as guest)$/ });

/** Registers from the header; the customer is then signed in. */
export async function register(page: Page, customer: Customer) {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await fillRegistration(page, customer);
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account Created')).toBeVisible();
  await expect(accountDialog(page)).toBeHidden();
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();
}

/** Makes a customer without the form, signed in in the page's browser, and opens a page. */
export async function enterAsCustomer(page: Page, path = '/'): Promise<Customer> {
  const customer = newCustomer();
  const answer = await page.request.post('/api/trpc/auth.register', { data: { json: customer } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(path);
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();
  await listsLoaded(page);
  return customer;
}

/** Fills the form of Create Account; nothing is sent. */
export async function fillRegistration(page: Page, customer: Customer) {
  const dialog = accountDialog(page);
  await dialog.getByLabel('Full Name').fill(customer.fullName);
  await dialog.getByLabel('Username').fill(customer.username);
  await dialog.getByLabel('Email').fill(customer.email);
  await dialog.getByLabel('Phone').fill(customer.phone);
  await dialog.getByLabel('Home Address').fill(customer.homeAddress);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
}

/** Signs in from the header. */
export async function logIn(page: Page, customer: Pick<Customer, 'username' | 'password'>) {
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const dialog = accountDialog(page);
  await dialog.getByLabel('Username').fill(customer.username);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
}

/** The dates of the order form that can be chosen. */
export const dates = (page: Page) =>
  page.getByRole('group', { name: 'Date' }).locator('input:enabled');

/** The time windows of the chosen date. */
export const times = (page: Page) => page.getByRole('group', { name: /^Time/ }).getByRole('radio');

/** Chooses a date (YYYY-MM-DD) by its tile, which covers the radio button inside. */
export async function chooseDate(page: Page, date: string) {
  const input = page.locator(`input[value="${date}"]`);
  await page.locator('label').filter({ has: input }).click();
  await expect(input).toBeChecked();
  // The browser checks it before the page draws the times.
  await expect(page.getByRole('group', { name: `Time on ${formatLongDate(date)}` })).toBeVisible();
}

export type Place = { date: string; time: string };

/** Chooses the first open window from the `from`th date on (0 is today) that has as many as `windows`. */
export async function chooseTime(page: Page, from = 1, windows = 1): Promise<Place> {
  await canBeUsed(page);
  await expect(dates(page).first()).toBeVisible();
  const more = page.getByRole('button', { name: 'More dates' });
  if (await more.isVisible()) await more.click();
  const values = await dates(page).evaluateAll((nodes) =>
    nodes.map((node) => (node as HTMLInputElement).value),
  );
  for (const date of values.slice(from)) {
    await chooseDate(page, date);
    const open = times(page).and(page.locator(':enabled'));
    if ((await open.count()) < windows) continue;
    const time = await open.first().getAttribute('value');
    await open.first().check();
    return { date, time: time ?? '' };
  }
  throw new Error('no window is open');
}

/** Opens the ice or the promo code of the order form, if it is still folded. */
export async function unfold(page: Page, title: 'Add ice' | 'Use a promo code') {
  const fold = page.locator('details').filter({ hasText: title });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
}

/** Keeps a draft whose date has passed, for the next page. */
export const keepPassedDraft = (page: Page) =>
  page.evaluate(() => {
    const values = { date: '2020-01-01', time: '10:00 AM - 12:00 PM' };
    localStorage.setItem('dockside.draft', JSON.stringify({ values, at: Date.now() }));
  });

export type Order = { gallons?: string; small?: number; large?: number; from?: number };

/** Fills the whole order form, for the first available time slot. */
export async function fillBooking(page: Page, order: Order = {}): Promise<Place> {
  const place = await chooseTime(page, order.from);
  await page.getByLabel('Delivery Location').fill('Eagle Point Marina, Dowagiac');
  await page.getByLabel('Slip Number').fill('Slip 14');
  await page.getByLabel('Estimated Gallons').fill(order.gallons ?? '25');
  if (order.small || order.large) await unfold(page, 'Add ice');
  for (let bag = 0; bag < (order.small ?? 0); bag += 1) {
    await page.getByRole('button', { name: 'More small ice bags' }).click();
  }
  for (let bag = 0; bag < (order.large ?? 0); bag += 1) {
    await page.getByRole('button', { name: 'More large ice bags' }).click();
  }
  return place;
}

export const scheduleButton = (page: Page) =>
  page.getByRole('button', { name: 'Schedule Delivery' });

/** The Save Payment Method modal. */
export const paymentModal = (page: Page) =>
  page.getByRole('dialog', { name: 'Save Payment Method' });

/** Types a card into the modal, or into another dialog that takes one; nothing is sent. */
export async function typeCard(page: Page, number: string, modal = paymentModal(page)) {
  const newCard = modal.getByRole('radio', { name: 'A new card' });
  const field = modal.getByLabel('Credit or debit card number');
  // A customer with saved cards is offered those first.
  await expect(newCard.or(field).first()).toBeVisible();
  if (await newCard.isVisible()) await newCard.check();
  await field.fill(number);
  await modal.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await modal.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await modal.getByLabel('ZIP Code').fill('49047');
}

export const saveCardButton = (page: Page) =>
  paymentModal(page).getByRole('button', { name: 'Save Card' });

/** The Scheduled Deliveries panel, and its cards. */
export const deliveries = (page: Page) =>
  page.getByRole('region', { name: 'Scheduled Deliveries' });
export const deliveryCards = (page: Page) => deliveries(page).getByRole('article');

/**
 * The customer's half of the story: fills the form, schedules, saves a card (4242 unless told), lands on / and
 * finds the delivery in the list. The customer is signed in and at the form. Returns its code.
 */
export async function bookWithCard(
  page: Page,
  order: Order = {},
  number = '4242424242424242',
): Promise<string> {
  const known = new Set(await codesShown(page));
  await fillBooking(page, order);
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  await typeCard(page, number);
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(deliveryCards(page)).toHaveCount(known.size + 1);
  const code = (await codesShown(page)).find((shown) => !known.has(shown));
  if (!code) throw new Error('the new delivery is not listed');
  return code;
}

/** A stranger opens the home page and books with a phone number and the card 4242. */
export async function bookAsStranger(page: Page): Promise<void> {
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
}

/** The public codes of all listed deliveries. */
export function codesShown(page: Page): Promise<string[]> {
  return deliveryCards(page).evaluateAll((cards) =>
    cards.map((card) => card.getAttribute('data-appointment') ?? ''),
  );
}

/**
 * Presses the button twice while the call is on its way, which counts as once; then the connection
 * breaks, which is told; then once more, when it has healed.
 */
export async function pressWithBrokenConnection(
  page: Page,
  call: string,
  button: string,
  told: string[],
  within: Page | Locator = page,
) {
  const address = `**/api/trpc/${call}**`;
  const pressed = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(address, async (route) => {
    sent += 1;
    await pressed.promise;
    await route.abort();
  });
  // The message of an earlier failure may still be shown: this call's own has to fail first.
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes(`/api/trpc/${call}`),
  );
  await within.getByRole('button', { name: button, exact: true }).dblclick();
  pressed.resolve();
  await failed;
  for (const text of told) await expect(page.getByText(text, { exact: true })).toBeVisible();
  expect(sent).toBe(1);
  await page.unroute(address);
  await within.getByRole('button', { name: button, exact: true }).click();
}
