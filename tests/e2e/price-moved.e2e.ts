/** Tests a price that changes between reading it and pressing the button. */
import type { Page } from 'playwright/test';
import { earlyTest, expect, test } from '../support/e2e';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { fillBooking, scheduleButton } from './steps/order-form';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

/** Opens a separate browser for staff, with a function that sets the price of Regular. */
async function desk(page: Page, url: string) {
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error('the page has no browser');
  const calls = callsOf(office, url);
  await calls.call('auth.adminLogin', DEMO.admin);
  return {
    office,
    raiseTo: (regular: string) => calls.call('admin.setFuelPrices', { regular, premium: '4.16' }),
  };
}

/** The page gets no updates, as if its connection were broken. */
const hearsNothing = (page: Page) =>
  page.route(/live\.changes|pricing\.|driver\.day/, (route) => route.abort());

test('a customer is asked before they book at a higher price than the form showed', async ({
  page,
  product,
}) => {
  const { office, raiseTo } = await desk(page, product.url);
  await raiseTo('3.10');
  await enterAsCustomer(page, '/schedule');
  await fillBooking(page, { gallons: '20' });
  await expect(page.getByRole('status').getByText('$107.00')).toBeVisible();
  await hearsNothing(page);
  await raiseTo('4.10');
  await scheduleButton(page).click();
  const question = page.getByRole('dialog', { name: 'Book at $127.00?' });
  await expect(question).toContainText('now $127.00 instead of $107.00. Nothing was booked.');
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(question).toBeHidden();
  await scheduleButton(page).click();
  await question.getByRole('button', { name: 'Book at $127.00' }).click();
  await expect(page.getByText('Appointment Created')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('$127.00');
  await office.close();
});

test('the form shows a price change next to the total', async ({ page, product }) => {
  const { office, raiseTo } = await desk(page, product.url);
  await raiseTo('3.10');
  await enterAsCustomer(page, '/schedule');
  await fillBooking(page, { gallons: '20' });
  await expect(page.getByRole('status').getByText('$107.00')).toBeVisible();
  await raiseTo('2.60');
  await expect(page.getByText('Price changed, was $4.10/gal')).toBeVisible();
  await expect(page.getByRole('status').getByText('$97.00')).toBeVisible();
  await office.close();
});

earlyTest(
  'a driver is asked before a walk-up costs more than quoted',
  async ({ page, product }) => {
    const { office, raiseTo } = await desk(page, product.url);
    await raiseTo('3.10');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    await page.getByRole('button', { name: 'Walk-up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Walk-up' });
    await dialog.getByLabel('Boat').fill('Sea Breeze');
    await dialog.getByLabel('Gallons').fill('10');
    await expect(dialog.getByText('$66.00')).toBeVisible();
    await hearsNothing(page);
    await raiseTo('5.10');
    await dialog.getByRole('button', { name: 'Book' }).click();
    const question = page.getByRole('dialog', { name: 'Book at $86.00?' });
    await expect(question).toContainText('now $86.00 instead of $66.00. Nothing was booked.');
    await page.screenshot({ path: earlyTest.info().outputPath('asked.png') });
    await question.getByRole('button', { name: 'Not Yet' }).click();
    // The booking stays on the device, and the page asks again when it's opened.
    await reload(page);
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Book at $86.00' }).click();
    await expect(page.getByText('Walk-up Booked')).toBeVisible();
    await expect(page.getByRole('region', { name: /^Not booked yet/ })).toHaveCount(0);
    await office.close();
  },
);

test('staff are asked before they book at a higher price than they quoted the caller', async ({
  page,
  product,
}) => {
  const { office, raiseTo } = await desk(page, product.url);
  await raiseTo('3.10');
  await enterAsAdmin(page, '/admin');
  await page.getByRole('button', { name: 'New Booking' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await dialog.getByRole('radio', { name: 'Guest' }).check();
  await dialog.getByLabel('Phone').fill('269 555 0178');
  await dialog.getByLabel('Date').selectOption({ index: 8 });
  await dialog.getByLabel('Time Window').selectOption({ index: 2 });
  await dialog.getByLabel('Location').fill('Plover Bay');
  await dialog.getByLabel('Gallons').fill('20');
  await expect(dialog.getByText('$107.00')).toBeVisible();
  await hearsNothing(page);
  await raiseTo('4.10');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Book at $127.00?' });
  await expect(question).toContainText('instead of $107.00');
  await question.getByRole('button', { name: 'Book at $127.00' }).click();
  await expect(page.getByText(/^D-\w+ Booked$/)).toBeVisible();
  await office.close();
});
