/**
 * The order form's typed values stay until the order is booked, the person logs out, or a day has
 * passed.
 */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { deliveryCards, paymentModal, saveCardButton, typeCard } from './steps/booked-delivery';
import { enterAsCustomer, logIn, newCustomer } from './steps/customer';
import { goBack, reload } from './steps/history';
import {
  canBeUsed,
  chooseTime,
  fillBooking,
  openHome,
  scheduleButton,
  showForm,
  unfold,
} from './steps/order-form';

const locationField = (page: Page) => page.getByLabel('Delivery Location');
const gallons = (page: Page) => page.getByLabel('Estimated Gallons');
const bags = (page: Page) => page.getByRole('spinbutton', { name: 'Small Ice Bags' });
const unfinished = (page: Page) => page.getByRole('region', { name: 'Your unfinished booking' });
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
/** Returns everything the page has stored except IDs, whose random digits could match anything. */
const stored = async (page: Page) =>
  (await page.evaluate(() => JSON.stringify({ ...localStorage }))).replace(UUID, 'id');

async function expectFilled(page: Page, date: string, time: string) {
  await expect(locationField(page)).toHaveValue('Eagle Point Marina, Dowagiac');
  await expect(page.getByLabel('Slip Number')).toHaveValue('Slip 14');
  await expect(gallons(page)).toHaveValue('33');
  await expect(bags(page)).toHaveValue('2');
  await expect(page.getByLabel('Promo Code')).toHaveValue('LAKE');
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await expect(page.locator(`input[value="${time}"]`)).toBeChecked();
}

test('a draft survives a reload, Back, a second tab, another page, and a lost connection', async ({
  page,
  context,
}) => {
  await openHome(page);
  const { date, time } = await fillBooking(page, { gallons: '33', small: 2 });
  await unfold(page, 'Use a promo code');
  await page.getByLabel('Promo Code').fill('LAKE');
  await reload(page);
  await expectFilled(page, date, time);

  await page.goto('/schedule');
  await expectFilled(page, date, time);
  await page.goto('about:blank');
  await goBack(page);
  await expectFilled(page, date, time);

  const second = await context.newPage();
  await second.goto('/');
  await expectFilled(second, date, time);
  await second.close();

  await page.route('**/api/**', (route) => route.abort());
  await reload(page);
  await expect(locationField(page)).toHaveValue('Eagle Point Marina, Dowagiac');
  await expect(gallons(page)).toHaveValue('33');
});

test('a draft stored by an earlier version is read, with the contact and the promo code', async ({
  page,
}) => {
  await openHome(page);
  await page.evaluate(() => {
    const draft = {
      ...{ userId: null, attempt: null, at: Date.now() },
      values: { location: 'Pier 9', estimatedGallons: '33' },
      promoCode: 'LAKE',
      guest: { phone: '269 555 0177', email: 'guest@lake.example' },
    };
    localStorage.setItem('dockside.draft', JSON.stringify(draft));
  });
  await reload(page);
  await expect(locationField(page)).toHaveValue('Pier 9');
  await expect(gallons(page)).toHaveValue('33');
  await expect(page.getByLabel('Promo Code')).toHaveValue('LAKE');
  await expect(page.getByLabel('Your Phone')).toHaveValue('269 555 0177');
  await expect(page.getByLabel('Your Email')).toHaveValue('guest@lake.example');
  await page.getByLabel('Your Phone').fill('269 555 0178');
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('dockside.draft') ?? '{}')))
    .toMatchObject({
      guest: { phone: '269 555 0178', email: 'guest@lake.example' },
      promoCode: 'LAKE',
      values: { location: 'Pier 9', estimatedGallons: '33' },
    });
});

test('a draft ends after a day', async ({ page }) => {
  await openHome(page);
  await gallons(page).fill('33');
  await page.clock.install({ time: Date.now() + 23 * 3_600_000 });
  await reload(page);
  await expect(gallons(page)).toHaveValue('33');
  await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
  await reload(page);
  await canBeUsed(page);
  await expect.poll(() => stored(page)).not.toContain('33');
  await expect(gallons(page)).toHaveValue('');
});

test('a draft survives an expired session, is hidden from other customers, and is cleared by Logout', async ({
  page,
}) => {
  const customer = await enterAsCustomer(page);
  await locationField(page).fill('Behind the red barn');
  await gallons(page).fill('33');
  await page.context().clearCookies();
  await reload(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(locationField(page)).toHaveValue('Behind the red barn');
  await expect(gallons(page)).toHaveValue('33');

  await logIn(page, customer);
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();
  await expect(locationField(page)).toHaveValue('Behind the red barn');

  await page.context().clearCookies();
  const other = newCustomer();
  const made = await page.request.post('/api/trpc/auth.register', { data: { json: other } });
  expect(made.ok()).toBe(true);
  await reload(page);
  await expect(locationField(page)).toHaveValue(other.homeAddress);
  await expect.poll(() => stored(page)).not.toContain('red barn');

  await locationField(page).fill('At the blue gate');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(locationField(page)).toHaveValue('');
  await reload(page);
  await canBeUsed(page);
  await expect(locationField(page)).toHaveValue('');
  await expect.poll(() => stored(page)).not.toContain('blue gate');
});

test('an unfinished booking is found, finished once, and leaves no draft or card behind', async ({
  page,
}) => {
  await enterAsCustomer(page);
  const { date, time } = await fillBooking(page, { gallons: '33' });
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  expect(await stored(page)).not.toMatch(/4242|49047/);
  await reload(page);

  await expect(unfinished(page)).toContainText(/We’re holding your window for 1[0-5]:\d\d more/);
  // The list below has the delivery, too, but doesn't repeat the request for a card.
  await expect(deliveryCards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Finish Booking' })).toHaveCount(1);
  await expect(gallons(page)).toHaveValue('33');
  // This draft itself holds the time slot, so the slot isn't shown as taken.
  await expect(page.locator(`input[value="${time}"]`)).toBeChecked();
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await page.goto('/schedule');
  await unfinished(page).getByRole('button', { name: 'Finish Booking' }).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
  await expect(unfinished(page)).toBeHidden();
  await showForm(page);
  await expect(gallons(page)).toHaveValue('');
  await page.goto('/');
  await expect(deliveryCards(page)).toHaveCount(1);
  // The browser still keeps the delivery itself, to show it without signal.
  const otherwise = async () =>
    (await stored(page)).replace(/"dockside\.deliveries":"(?:[^"\\]|\\.)*"/, '');
  await expect.poll(otherwise).not.toContain('33');
});

test('an expired hold shows a notice, and its order is still in the form', async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page, { gallons: '33' });
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  // 16 minutes later by the server's clock, which the page uses.
  const later = Date.now() + 16 * 60_000;
  await page.route(/\/api\/trpc\/(?!live)/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(later).toUTCString() };
    await route.fulfill({ response, headers });
  });
  await page.clock.install({ time: later });
  await reload(page);
  await expect(unfinished(page)).toContainText('any longer because no card was saved');
  await expect(gallons(page)).toHaveValue('33');
  // A different time slot starts a new booking and removes the notice.
  await chooseTime(page, 3);
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(unfinished(page)).toBeHidden();
});

test('cancelling “Finish Booking” releases the hold and keeps the order', async ({ page }) => {
  await enterAsCustomer(page);
  const { date, time } = await fillBooking(page, { gallons: '33' });
  await scheduleButton(page).click();
  await expect(paymentModal(page)).toBeVisible();
  await reload(page);
  await unfinished(page).getByRole('button', { name: 'Finish Booking' }).click();
  await paymentModal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Payment Cancelled')).toBeVisible();
  await expect(unfinished(page)).toBeHidden();
  await expect(deliveryCards(page)).toHaveCount(0);
  await expect(gallons(page)).toHaveValue('33');
  await reload(page);
  await expect(gallons(page)).toHaveValue('33');
  await expect(unfinished(page)).toBeHidden();
  // Anyone, including this customer, can book that window again.
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await expect(page.locator(`input[value="${time}"]`)).toBeEnabled();
});
