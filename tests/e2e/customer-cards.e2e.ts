/**
 * Tests a customer's cards: adding one without a delivery, the warning about an early expiry, and the
 * limit of open deliveries.
 */
import type { Page } from 'playwright/test';
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import {
  bookWithCard,
  deliveryCards,
  paymentModal,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { fillBooking, scheduleButton } from './steps/order-form';
import { DEMO } from './steps/staff';

const question = (page: Page) => page.getByRole('dialog', { name: 'Use this card?' });
const useButton = (page: Page) =>
  paymentModal(page).getByRole('button', { name: 'Use This Card', exact: true });

test('the form asks about a saved card that expires before the delivery', async ({
  page,
  product,
}) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  const database = openBeside(product.folder);
  await database.execute('update payment_methods set exp_month = 1, exp_year = 2026');
  database.close();

  await fillBooking(page, { from: 2 });
  await scheduleButton(page).click();
  await expect(paymentModal(page).getByText('Expires 01/26, before this delivery')).toBeVisible();
  await useButton(page).click();
  await expect(question(page)).toContainText('Your Visa ending in 4242 expires 01/26');
  await question(page).getByRole('button', { name: 'Use Another Card' }).click();
  await expect(question(page)).toBeHidden();
  await expect(paymentModal(page)).toBeVisible();
  await useButton(page).click();
  await question(page).getByRole('button', { name: 'Use This Card' }).click();
  // Stripe has a later expiry for the card, and that one counts.
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const cards = page.getByRole('region', { name: 'Saved cards' });
  await expect(cards.getByText('Expires 12/34')).toBeVisible();
});

test("the form asks about a typed card that expires before the delivery once it's saved", async ({
  page,
}) => {
  await enterAsCustomer(page);
  let answers = 0;
  await page.route('**/api/trpc/booking.confirmPaymentSetup*', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    answers += 1;
    const body = answers === 1 ? text.replaceAll('"cardExpYear":2034', '"cardExpYear":2025') : text;
    await route.fulfill({ response: answer, body });
  });
  await fillBooking(page);
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(question(page)).toContainText('expires 12/25');
  await question(page).getByRole('button', { name: 'Use Another Card' }).click();
  // The first card stays until another one replaces it.
  await typeCard(page, '5555555555554444');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toContainText('Mastercard ending in 4444');
});

test('a customer who leaves after that question keeps the delivery and the card', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await page.route('**/api/trpc/booking.confirmPaymentSetup*', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replaceAll('"cardExpYear":2034', '"cardExpYear":2025');
    await route.fulfill({ response: answer, body });
  });
  await fillBooking(page);
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await question(page).getByRole('button', { name: 'Use Another Card' }).click();
  await paymentModal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(deliveryCards(page)).toContainText('Visa ending in 4242');
});

test('a seventh open delivery is refused with a number to call', async ({ page, baseURL }) => {
  await enterAsCustomer(page);
  // The demo uses the usual card for open deliveries.
  await bookWithCard(page, {}, '5555555555554444');
  const call = async (path: string, json?: object) => {
    const address = `${baseURL}/api/trpc/${path}`;
    const answer = json
      ? await page.request.post(address, { data: { json } })
      : await page.request.get(address);
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).result.data.json;
  };
  const [card] = await call('account.cards');
  const { days } = await call('slots.window');
  const open = days.flatMap(({ date, timeSlots }: (typeof days)[number]) =>
    timeSlots
      .filter(({ state }: { state: string }) => state === 'open')
      .map(({ label }: { label: string }) => ({ date, time: label })),
  );
  for (const timeSlot of open.slice(-5)) {
    const order = {
      location: 'Pier 4',
      fuelType: 'Regular',
      estimatedGallons: 10,
      canType: 'boat',
    };
    const { appointment } = await call('booking.create', { ...order, ...timeSlot });
    const input = { appointmentId: appointment.id, paymentMethodId: card.id };
    await call('booking.useSavedCard', input);
  }
  await reload(page);
  await expect(deliveryCards(page)).toHaveCount(6);
  await fillBooking(page, { from: 2 });
  await scheduleButton(page).click();
  await expect(page.getByText('Please call us to book more.').first()).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
  await expect(deliveryCards(page)).toHaveCount(6);
});

test('a new consent is shown before a card is saved after a declined one', async ({
  browser,
  page,
  product,
}) => {
  await enterAsCustomer(page);
  await fillBooking(page, { from: 1 });
  await scheduleButton(page).click();
  await typeCard(page, '4000000000000002');
  await saveCardButton(page).click();
  await expect(paymentModal(page).getByText('Your card was declined.')).toBeVisible();
  const owner = callsOf(await browser.newContext(), product.url);
  await owner.call('auth.adminLogin', DEMO.admin);
  await owner.call('admin.changeBusinessSettings', { companyName: 'Sister Lakes Fuel' });

  await typeCard(page, '4242424242424242');
  await saveCardButton(page).click();
  await expect(paymentModal(page).getByText('The terms have changed.')).toBeVisible();
  await expect(paymentModal(page).getByText('You allow Sister Lakes Fuel to charge')).toBeVisible();
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
});

test('a customer adds a card without a delivery, with the fields and with a wallet', async ({
  page,
}) => {
  await enterAsCustomer(page, '/account?tab=preferences');
  const cards = page.getByRole('region', { name: 'Saved cards' });
  const form = page.getByRole('dialog', { name: 'Add a card' });
  const addButton = cards.getByRole('button', { name: 'Add Card' });
  await expect(cards).toContainText('No saved cards yet.');
  await addButton.click();
  await expect(form.getByText('$0.00')).toBeVisible();
  await expect(form).toContainText('to keep this card');
  await typeCard(page, '4000000000000002', form);
  await form.getByRole('button', { name: 'Save Card' }).click();
  await expect(form.getByText('Your card was declined.')).toBeVisible();
  await typeCard(page, '4242424242424242', form);
  await form.getByRole('button', { name: 'Save Card' }).click();
  await expect(page.getByText('Card Added')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(cards.getByText('Visa ending in 4242')).toBeVisible();

  await addButton.click();
  await form.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  const sheet = page.getByRole('dialog', { name: 'Test Wallet' });
  await sheet.getByRole('button', { name: 'Visa 4242' }).click();
  await expect(page.getByText('Card Already Saved')).toBeVisible();
  await expect(cards.getByRole('listitem')).toHaveCount(1);

  const recurring = page.getByRole('region', { name: 'Recurring deliveries' });
  await recurring.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').getByLabel('Gallons').fill('20');
  await page.getByRole('button', { name: 'Set Up' }).click();
  await expect(recurring.getByText('Every week, on Saturday')).toHaveCount(1);
});
