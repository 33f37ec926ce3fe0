/** Tests an order's boat and dock on screen: saved in the account, selected in the order form. */
import { expect, test } from '../support/e2e';
import { enterAsCustomer } from './steps/customer';
import { reload } from './steps/history';
import { canBeUsed } from './steps/order-form';
import { DEMO } from './steps/staff';

test.use({
  geolocation: { latitude: 42.28, longitude: -86.11 },
  permissions: ['geolocation'],
});

test('a boat and a dock are saved once and preselected in the order form', async ({ page }) => {
  await enterAsCustomer(page, '/account');
  const dialog = page.getByRole('dialog');
  const boats = page.getByRole('region', { name: 'Boats' });
  await boats.getByRole('button', { name: 'Add boat' }).click();
  await dialog.getByLabel('Name').fill('Blue Heron');
  await dialog.getByLabel('Tank').fill('40');
  await dialog.getByLabel('Fuel Type').selectOption('Premium');
  await dialog.getByLabel('Never Fill With').selectOption('Regular');
  await dialog.getByLabel('Fuel Fill Side').selectOption('starboard');
  await dialog.getByRole('button', { name: 'Save Boat' }).click();
  await expect(boats.getByText('40 gal tank, takes Premium, never Regular')).toBeVisible();

  const docks = page.getByRole('region', { name: 'Docks' });
  await docks.getByRole('button', { name: 'Add dock' }).click();
  await dialog.getByLabel('Address').fill('Eagle Point Marina');
  await dialog.getByLabel('Slip').fill('14');
  await dialog.getByLabel('Gate code').fill('4711');
  await dialog.getByRole('button', { name: 'I’m at the Dock Now' }).click();
  await expect(dialog.getByText('42.28000, -86.11000, set by you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Dock' }).click();
  await expect(docks.getByText('outside the service area, 21 miles away')).toBeVisible();

  await page.goto('/schedule');
  await expect(page.getByRole('radio', { name: 'Blue Heron' })).toBeChecked();
  await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point Marina');
  await expect(
    page.getByText('You can still book. We’ll let you know if we can deliver there.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Fill up' }).click();
  await expect(page.getByLabel('Estimated Gallons')).toHaveValue('40');
  await expect(page.getByText('Blue Heron holds 40 gallons')).toBeVisible();
  await page.getByRole('radio', { name: /^Regular/ }).check({ force: true });
  await expect(page.getByText('Blue Heron must never be filled with Regular.')).toBeVisible();
  // A typed amount isn't a fill-up, and a different address isn't one of the account's docks.
  await page.getByRole('radio', { name: /^Premium/ }).check({ force: true });
  await page.getByLabel('Estimated Gallons').fill('15');
  await page.getByLabel('Delivery Location').fill('Behind the island');
  await expect(page.getByRole('radio', { name: 'Another dock' })).toBeChecked();
  await page.getByLabel('Delivery Location').fill('eagle point marina');
  await expect(page.getByRole('radio', { name: /^Eagle Point Marina/ })).toBeChecked();
  await page.getByLabel('Delivery Location').fill('Behind the island');
  await expect(page.getByRole('radio', { name: 'Another dock' })).toBeChecked();
  await reload(page);
  await expect(page.getByRole('radio', { name: 'Blue Heron' })).toBeChecked();
  await expect(page.getByLabel('Delivery Location')).toHaveValue('Behind the island');
  await expect(page.getByRole('button', { name: 'Fill up' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test("an account's dock leaves the form when its customer signs out", async ({ page }) => {
  await page.request.post('/api/trpc/auth.login', { data: { json: DEMO.customer } });
  await page.goto('/');
  await canBeUsed(page);
  const location = page.getByLabel('Delivery Location');
  await expect(location).toHaveValue('Maple Island Marina');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(location).toHaveValue('');
  await expect(page.getByLabel('Slip Number')).toHaveValue('');
});
