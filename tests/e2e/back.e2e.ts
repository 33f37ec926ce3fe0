/**
 * Back acts like a button on the page: it closes the top dialog, and asks if work would be lost.
 */
import { earlyTest, expect, test } from '../support/e2e';
import {
  bookWithCard,
  deliveryCards,
  paymentModal,
  saveCardButton,
  typeCard,
} from './steps/booked-delivery';
import { accountDialog, enterAsCustomer } from './steps/customer';
import { goBack, goForward, holdSteps, reload } from './steps/history';
import { fillBooking, openHome, scheduleButton } from './steps/order-form';
import { answer, cardOf, codeOf, DEMO, enterAsAdmin, section, submitSignIn } from './steps/staff';

test("Back closes a dialog and stays on the page, and Forward doesn't reopen it", async ({
  page,
}) => {
  await openHome(page);
  await page.getByLabel('Delivery Location').fill('Eagle Point');
  const support = page.getByRole('dialog', { name: 'Customer Support' });
  const open = page.getByRole('button', { name: 'Customer Support' });
  for (const leave of [() => goBack(page), () => page.keyboard.press('Escape')]) {
    await open.click();
    await expect(support).toBeVisible();
    await leave();
    await expect(support).toBeHidden();
    await expect(page).toHaveURL('/');
    await goForward(page);
    await expect(support).toBeHidden();
    await expect(page.getByLabel('Delivery Location')).toHaveValue('Eagle Point');
  }
  // Neither step added a history entry, so one Back leaves the page.
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('Back asks in its own dialog before a typed form is lost', async ({ page }) => {
  await openHome(page);
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await accountDialog(page).getByLabel('Full Name').fill('Pat Harbor');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await goBack(page);
  await expect(question).toBeVisible();
  await goBack(page);
  await expect(question).toBeHidden();
  await expect(accountDialog(page).getByLabel('Full Name')).toHaveValue('Pat Harbor');
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Leave');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('a page opened from a dialog replaces it, and a reload leaves no dialog behind', async ({
  page,
}) => {
  await enterAsCustomer(page, '/account?tab=preferences');
  const recurring = page.getByRole('region', { name: 'Recurring deliveries' });
  await recurring.getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add recurring delivery' });
  await expect(dialog).toBeVisible();
  await reload(page);
  await expect(recurring.getByRole('button', { name: 'Add' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Back to Scheduling' }).click();
  await expect(page).toHaveURL('/');
  await goBack(page);
  await expect(page).toHaveURL('/account?tab=preferences');
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('a late Back after a dialog neither scrolls nor undoes a press', async ({ page }) => {
  await page.clock.install();
  const makeSteps = await holdSteps(page);
  await enterAsCustomer(page);
  const support = page.getByRole('dialog', { name: 'Customer Support' });
  const openAndClose = async () => {
    await page.getByRole('button', { name: 'Customer Support' }).click();
    await expect(support).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(support).toBeHidden();
  };
  const scrolled = () => page.evaluate(() => Math.round(scrollY));

  await openAndClose();
  await page.evaluate(() => scrollTo(0, 300));
  await makeSteps();
  await expect.poll(scrolled).toBe(300);

  await openAndClose();
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.clock.runFor(2_000);
  await makeSteps();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('link', { name: 'Back to Scheduling' })).toBeVisible();
  await goBack(page);
  await expect(page).toHaveURL('/');
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

test('Back asks before it discards a typed card and its hold', async ({ page }) => {
  await enterAsCustomer(page);
  await fillBooking(page);
  await scheduleButton(page).click();
  await typeCard(page, '4242424242424242');
  await goBack(page);
  await answer(page, 'Leave without a card?', 'Keep Editing');
  await saveCardButton(page).click();
  await expect(page.getByText('Appointment Confirmed!')).toBeVisible();
  await expect(paymentModal(page)).toBeHidden();
});

test('Back asks before it discards changes to a booked delivery', async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page, { gallons: '20' });
  const modify = deliveryCards(page).getByRole('link', { name: 'Modify' });
  const gallons = page.getByLabel('Estimated Gallons');
  await modify.click();
  await expect(gallons).toHaveValue('20');
  await goBack(page);
  await expect(page).toHaveURL('/');
  await modify.click();
  await gallons.fill('35');
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await expect(gallons).toHaveValue('35');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await expect(gallons).toHaveValue('35');
  await page.getByRole('button', { name: 'Logout' }).click();
  await answer(page, 'Sign out without saving?', 'Keep Editing');
  await expect(gallons).toHaveValue('35');
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Leave');
  await expect(page).toHaveURL('/');
  await modify.click();
  await expect(gallons).toHaveValue('20');
});

test('Back, another tab, and Logout ask before typed account changes are lost', async ({
  page,
}) => {
  await enterAsCustomer(page);
  await page.getByRole('link', { name: 'My Account' }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  const tab = (name: string) => page.getByRole('tab', { name });
  const forms = [
    { name: 'Profile', field: 'Boat Name', typed: 'Second Wind', save: 'Update Profile' },
    {
      name: 'Preferences',
      field: 'Typical Fuel Capacity',
      typed: '41',
      save: 'Save Preferences',
    },
    { name: 'Security', field: 'New Password', typed: 'harbor-lights-9', save: null },
  ];
  for (const { name, field, typed, save } of forms) {
    await tab(name).click();
    const input = page.getByLabel(new RegExp(`^${field}`));
    await input.fill(typed);
    await goBack(page);
    await answer(page, 'Leave without saving?', 'Keep Editing');
    await tab(name === 'Profile' ? 'Security' : 'Profile').click();
    await answer(page, 'Leave without saving?', 'Keep Editing');
    await logout.click();
    await answer(page, 'Sign out without saving?', 'Keep Editing');
    await expect(logout).toBeFocused();
    await expect(input).toHaveValue(typed);
    if (save === null) continue;
    await page.getByRole('button', { name: save }).click();
    await expect(page.getByText('Profile Updated')).toBeVisible();
    // The next save has a toast of its own.
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await tab('Profile').click();
  await answer(page, 'Leave without saving?', 'Leave');
  await expect(page.getByLabel('Boat Name')).toHaveValue('Second Wind');
  await page.getByLabel('Boat Name').fill('Third Wind');
  await logout.click();
  await answer(page, 'Sign out without saving?', 'Logout');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await goBack(page);
  await expect(page).toHaveURL('/');
});

test('Back closes staff dialogs one by one', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  const code = await codeOf(section(page, 'Pending').getByRole('article').first());
  const opener = cardOf(page, code, 'Pending').getByRole('button', { name: 'Edit Details' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Appointment' });
  await dialog.getByLabel('Gallons').fill('33');
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await expect(dialog.getByLabel('Gallons')).toHaveValue('33');
  const nextDialog = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const reload = await nextDialog;
  expect(reload.type()).toBe('beforeunload');
  await reload.dismiss();
  await expect(dialog.getByLabel('Gallons')).toHaveValue('33');
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Leave');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/admin');
  // A double-click closes the dialog only. The second click doesn't reach the page below.
  await opener.click();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await goBack(page);
  await expect(page).toHaveURL('about:blank');
});

earlyTest("Back closes a driver's dialogs", async ({ page, product }) => {
  await page.goto(`${product.url}/driver`);
  await submitSignIn(page, DEMO.driver);
  await page.getByRole('button', { name: 'View Route Map' }).click();
  const map = page.getByRole('dialog', { name: 'Route map' });
  await expect(map).toBeVisible();
  await goBack(page);
  await expect(map).toBeHidden();
  await page.getByRole('button', { name: 'Report Issue' }).first().click();
  const report = page.getByRole('dialog');
  await report.getByRole('textbox').first().fill('The gate is locked.');
  await goBack(page);
  await answer(page, /^Leave/, 'Leave');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${product.url}/driver`);
});
