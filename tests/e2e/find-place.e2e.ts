/** Tests how a customer finds a place in the order form: by name, by position, or by a pin. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { paymentModal } from './steps/booked-delivery';
import { enterAsCustomer } from './steps/customer';
import { callsOf } from './steps/driver';
import { canBeUsed, fillBooking, scheduleButton } from './steps/order-form';
import { call, DEMO } from './steps/staff';

test.use({ viewport: { width: 390, height: 844 }, permissions: ['geolocation'] });

const MAGICIAN = 'Magician Lake Landing, 68150 Magician Lake Rd, Dowagiac, MI 49047';
const field = (page: Page) => page.getByLabel('Delivery Location');
const list = (page: Page) => page.getByRole('listbox', { name: 'Places' });
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name });

async function open(page: Page) {
  await page.goto('/schedule');
  await canBeUsed(page);
}

test('a stranger finds a marina by a part of its name, with keys or with a finger', async ({
  page,
}) => {
  await open(page);
  await field(page).focus();
  await expect(option(page, /Use My Location/)).toBeVisible();
  await expect(field(page)).toHaveAttribute('role', 'combobox');
  await field(page).pressSequentially('mágic');
  await expect(option(page, /Magician Lake Landing/)).toBeVisible();
  await axeFindsNothing(page);
  await field(page).press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /.+-0$/);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue(MAGICIAN);
  await expect(list(page)).toBeHidden();

  await field(page).fill('lake');
  await expect(list(page).getByRole('option')).toHaveCount(5);
  await field(page).press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue('lake');
  await field(page).press('ArrowDown');
  await option(page, /Dewey Lake Docks/).click();
  await expect(field(page)).toHaveValue(
    'Dewey Lake Docks, 65940 Dewey Lake St, Dowagiac, MI 49047',
  );
  await expect(field(page)).toBeFocused();
});

test('a typed address needs nothing of it, even if its code can’t be loaded', async ({ page }) => {
  await page.route(/place-suggestions/, (route) => route.abort());
  await open(page);
  await field(page).fill('The blue house on Pine Rd');
  await expect(page.getByLabel('Slip Number')).toBeVisible();
  await expect(field(page)).toHaveValue('The blue house on Pine Rd');
  await expect(field(page)).not.toHaveAttribute('role', 'combobox');
});

test('the person’s position is the marina there', async ({ page, context }) => {
  await context.setGeolocation({ latitude: 42.0709, longitude: -86.17 });
  await open(page);
  await field(page).focus();
  await option(page, /Use My Location/).click();
  await expect(field(page)).toHaveValue(MAGICIAN);
});

test('a position away from every place becomes a pin', async ({ page, context }) => {
  await context.setGeolocation({ latitude: 42.01234, longitude: -86.05432 });
  await open(page);
  await field(page).focus();
  await option(page, /Use My Location/).click();
  await expect(field(page)).toHaveValue('Pin (42.01234, -86.05432)');
});

test('a page without access to the position explains what to do', async ({ page, context }) => {
  await context.clearPermissions();
  await open(page);
  await field(page).focus();
  await option(page, /Use My Location/).click();
  await expect(page.getByText('Location Not Found')).toBeVisible();
  await expect(field(page)).toHaveValue('');
});

test('a customer finds a saved dock by name, with its slip', async ({ page }) => {
  await enterAsCustomer(page, '/account');
  await call(page, 'account.addDock', { label: 'Behind the island', slip: 'B 7' });
  await call(page, 'account.addDock', { label: 'Home pier' });
  await open(page);
  await expect(page.getByRole('radio', { name: 'Another dock' })).toBeVisible();
  await field(page).fill('');
  await field(page).pressSequentially('island');
  await option(page, /Behind the island/).click();
  await expect(page.getByRole('radio', { name: /^Behind the island/ })).toBeChecked();
  await expect(page.getByLabel('Slip Number')).toHaveValue('B 7');
});

test('a place outside the area is pointed out before the card, and refused if the owner wants that', async ({
  page,
  request,
  product,
}) => {
  await open(page);
  await fillBooking(page);
  await page.getByLabel('Phone').first().fill('(269) 555-0117');
  await field(page).fill('Blue house (25.77160, -80.13890)');
  await expect(page.getByText(/Outside the service area, 1,\d+ miles away/)).toBeVisible();
  await expect(page.getByText('You can still book.')).toBeVisible();
  await axeFindsNothing(page);

  const owner = callsOf({ request }, product.url);
  await owner.call('auth.adminLogin', DEMO.admin);
  await owner.call('admin.changeBusinessSettings', { areaPolicy: 'refuse' });
  try {
    await scheduleButton(page).click();
    await expect(page.getByText(/Nothing was booked\./).first()).toBeVisible();
    await expect(paymentModal(page)).toBeHidden();
    await field(page).fill('Eagle Point Marina');
    await scheduleButton(page).click();
    await expect(paymentModal(page)).toBeVisible();
  } finally {
    await owner.call('admin.changeBusinessSettings', { areaPolicy: 'warn' });
  }
});
