/** A number field keeps its text as typed until it shows an error message. */
import { earlyTest, expect, test } from '../support/e2e';
import { callsOf } from './steps/driver';
import { chooseTime, openHome, scheduleButton, unfold } from './steps/order-form';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

const GALLONS = 'Gallons must be a whole number from 0 to 70.';
const BAGS = 'Ice bags must be a whole number from 0 to 50.';

test('an order is never booked with a different amount than was typed', async ({ page }) => {
  await openHome(page);
  const gallons = page.getByLabel('Estimated Gallons');
  const total = page.locator('output', { hasText: 'Total' });
  for (const typed of ['6.5', '-5', '6,5', '1e1', '700']) {
    await gallons.fill('');
    await expect(page.getByText(GALLONS)).toBeHidden();
    await gallons.pressSequentially(typed);
    await expect(gallons).toHaveValue(typed);
    await expect(page.getByText(GALLONS)).toBeVisible();
    await expect(total).toHaveText('Total –');
  }
  await gallons.fill('6');
  await expect(page.getByText(GALLONS)).toBeHidden();

  await unfold(page, 'Add ice');
  const bags = page.getByRole('spinbutton', { name: 'Small Ice Bags' });
  await bags.click();
  await page.keyboard.type('99');
  await expect(bags).toHaveValue('99');
  await expect(page.getByText(BAGS)).toBeVisible();
  await chooseTime(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point Marina');
  await scheduleButton(page).click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expect(bags).toHaveValue('99');
  await expect(bags).toBeFocused();

  await bags.fill('2');
  // The form's message disappears right away. The toast with the same text stays longer.
  await expect(page.locator('form').getByText(BAGS)).toBeHidden();
  await page.getByRole('button', { name: 'More small ice bags' }).click();
  await expect(bags).toHaveValue('3');
  await bags.fill('');
  await gallons.focus();
  await expect(bags).toHaveValue('0');
});

test('staff see what is wrong with a number and may type a decimal comma', async ({ page }) => {
  await enterAsAdmin(page, '/admin?tab=calendar');
  await page.getByRole('button', { name: 'Change Default' }).click();
  const dialog = page.getByRole('dialog', { name: 'Default capacity' });
  const places = dialog.getByRole('spinbutton', { name: 'Capacity' });
  await places.fill('2000');
  await expect(places).toHaveValue('2000');
  await expect(dialog.getByText(/^Capacity must be a whole number from 1 to 1,000/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await places.fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/admin?tab=prices');
  const [regular, premium] = [page.getByLabel('Regular Octane'), page.getByLabel('Premium Octane')];
  await regular.fill('3,05');
  await premium.fill('-4');
  await expect(regular).toHaveValue('3,05');
  await expect(premium).toHaveValue('-4');
  await expect(page.getByText('Enter a price from 0 to 100, such as 3.10.')).toBeVisible();
  await expect(page.getByText('$4.05 with service')).toBeVisible();
  await premium.fill('4.10');
  await page.getByRole('button', { name: 'Update Prices' }).click();
  await expect(page.getByText('Regular $3.05, Premium $4.10.')).toBeVisible();
});

earlyTest(
  'a driver can type the gallons with a comma without losing digits',
  async ({ page, product }) => {
    await page.goto(`${product.url}/driver`);
    await submitSignIn(page, DEMO.driver);
    const gallons = page.getByLabel('Actual Gallons Delivered');
    const complete = page.getByRole('button', { name: 'Complete', exact: true });
    await gallons.fill('-24');
    await expect(gallons).toHaveValue('-24');
    await expect(page.getByText('Gallons must be from 0 to 500, in tenths.')).toBeVisible();
    await gallons.fill('24,5');
    await expect(gallons).toHaveValue('24,5');
    await complete.click();
    await expect(page.getByText('Delivery completed!')).toBeVisible();
    const staff = callsOf(page, product.url);
    await staff.call('auth.adminLogin', DEMO.admin);
    const recorded = JSON.stringify(await staff.ask('admin.appointments', { status: 'completed' }));
    expect(recorded).toContain('"actualGallonsTenths":245');
  },
);
