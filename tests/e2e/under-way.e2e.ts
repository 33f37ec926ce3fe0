import type { Browser, Locator, Page } from 'playwright/test';
import { expect, movingTest as test } from '../support/e2e';
import { deliveries, typeCard } from './steps/booked-delivery';
import { boxAtRest } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { goBack, reload } from './steps/history';
import { scheduleButton } from './steps/order-form';
import { DEMO } from './steps/staff';

/**
 * A customer signs in on a phone and books without a card. Returns a function in which staff
 * complete that delivery.
 */
async function bookOnPhone(page: Page, product: { url: string }, browser: Browser) {
  const customer = await enterAsCustomer(page);
  const { today, days } = await callsOf(page, product.url).ask('slots.window');
  const later = days.find(
    (day: { date: string; bookable: boolean }) => day.bookable && day.date > today,
  );
  const { appointment } = await callsOf(page, product.url).call('booking.create', {
    date: later.date,
    time: later.timeSlots.find(({ state }: { state: string }) => state === 'open').label,
    location: 'Eagle Point',
    estimatedGallons: 10,
    customerName: customer.fullName,
    customerEmail: customer.email,
    customerPhone: customer.phone,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await reload(page);
  await expect(deliveries(page).getByRole('article')).toHaveCount(1);

  return async function deliver() {
    const office = await browser.newContext();
    const staff = callsOf(office, product.url);
    await staff.call('auth.adminLogin', DEMO.admin);
    await staff.call('admin.confirm', { id: appointment.id, noCardReason: 'Pays later' });
    await staff.call('admin.schedule', { id: appointment.id });
    await staff.call('admin.complete', { id: appointment.id, actualGallons: 10 });
    await office.close();
  };
}

const topOf = async (what: Locator) => (await boxAtRest(what)).y;
/** Waits, because the page may still be loading what moves these parts. */
const expectAbove = (upper: Locator, lower: Locator) =>
  expect(async () => expect(await topOf(upper)).toBeLessThan(await topOf(lower))).toPass({
    timeout: 20_000,
  });

test('a balance due is above the form on a phone and next to it on a desktop', async ({
  page,
  product,
  browser,
}) => {
  const deliver = await bookOnPhone(page, product, browser);
  const form = scheduleButton(page);
  await expectAbove(page.getByLabel('Delivery Location'), deliveries(page));

  await deliver();
  await reload(page);
  await expect(deliveries(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expectAbove(deliveries(page), page.getByLabel('Delivery Location'));
  // Screen readers and the Tab key follow the document's order, which is the same.
  const first = page.getByRole('region', { name: /^Schedule/ }).first();
  await expect(first).toHaveAccessibleName('Scheduled Deliveries');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(form).toBeVisible();
  const { x: left } = await boxAtRest(deliveries(page));
  expect(left).toBeLessThan((await boxAtRest(form)).x);
});

test('a form in use stays in place when a balance becomes due, and moves below it later', async ({
  page,
  product,
  browser,
}) => {
  const deliver = await bookOnPhone(page, product, browser);
  const gallons = page.getByLabel('Estimated Gallons');
  await gallons.fill('25');
  const before = await topOf(gallons);
  await deliver();
  await expect(deliveries(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expect(gallons).toBeFocused();
  expect(await topOf(gallons)).toBe(before);

  const lastTime = page.getByRole('region', { name: 'Same as last time' });
  await expect(lastTime).toBeHidden();

  await page.getByRole('link', { name: 'My Account' }).click();
  await expect(page).toHaveURL('/account');
  await goBack(page);
  await expect(gallons).toHaveValue('25');
  await expect(lastTime).toContainText('Eagle Point');
  await expectAbove(deliveries(page), gallons);
});

test('the last booking leaves with its customer, even from a form in use', async ({
  page,
  product,
  browser,
}) => {
  const deliver = await bookOnPhone(page, product, browser);
  await deliver();
  const lastTime = page.getByText('Same as last time');
  await expect(lastTime).toBeVisible();
  await page.getByLabel('Estimated Gallons').press('End');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
  await expect(lastTime).toHaveCount(0);
});

test('a delivery that was just paid stays in place, with its receipt', async ({
  page,
  product,
  browser,
}) => {
  const deliver = await bookOnPhone(page, product, browser);
  await deliver();
  await deliveries(page).getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay balance' });
  await typeCard(page, '4242424242424242', dialog);
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Payment Received')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(deliveries(page).getByRole('button', { name: 'See Receipt' })).toBeVisible();
  await expectAbove(deliveries(page), page.getByLabel('Delivery Location'));
});
