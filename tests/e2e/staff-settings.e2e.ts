import { expect, test } from '../support/e2e';
import { boxAtRest } from './steps/boxes';
import { whileCallFails } from './steps/connection';
import { reload } from './steps/history';
import { answer, DEMO, enterAsAdmin, pressInMenu } from './steps/staff';

test('staff set fuel prices by hand and revert them to the feed', async ({ page }) => {
  await enterAsAdmin(page, '/admin?tab=prices');
  const current = page.getByRole('region', { name: 'Current Fuel Prices' });
  await expect(current).toContainText('/ gal');
  const regular = page.getByLabel('Regular Octane');
  await expect(regular).toHaveAttribute('step', '0.01');
  await expect(regular).toHaveAttribute('placeholder', '2.89');
  await regular.fill('3.05');
  await page.getByRole('button', { name: 'Update Prices' }).click();
  await expect(page.getByText('Invalid Input')).toBeVisible();
  await expect(page.getByText('Please enter both regular and premium prices.')).toBeVisible();
  await page.getByLabel('Premium Octane').fill('4.05');

  await whileCallFails(page, 'admin.setFuelPrices', async () => {
    await page.getByRole('button', { name: 'Update Prices' }).click();
    await expect(page.getByText('Failed to update fuel prices. Please try again.')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Update Prices' }).click();
  await expect(page.getByText('Prices Updated')).toBeVisible();
  await expect(current).toContainText('Set manually');
  await expect(current).toContainText('$4.05');
  const history = page.getByRole('region', { name: 'Price history' });
  await expect(history.getByRole('img')).toBeVisible();
  await expect(history.getByRole('row').nth(1)).toContainText('$3.05');

  await page.getByRole('button', { name: 'Revert to Feed' }).click();
  await answer(page, 'Revert to the feed’s prices?', 'Revert to Feed');
  await expect(current).toContainText('From the feed');
});

test('support settings are saved only when changed, and closing asks before changes are lost', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?tab=support');
  const save = page.getByRole('button', { name: 'Save Settings' });
  await expect(save).toBeDisabled();
  const hours = page.getByLabel('Business Hours');
  const before = await hours.inputValue();
  await hours.fill('Every day, 7AM-7PM');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await pressInMenu(page, 'link', 'Driver View');
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await pressInMenu(page, 'button', 'Logout');
  await answer(page, 'Sign out without saving?', 'Keep Editing');
  await expect(hours).toHaveValue('Every day, 7AM-7PM');

  await page.getByRole('button', { name: 'Add Question' }).click();
  await save.click();
  await expect(page.getByText(/needs a question and an answer/)).toBeVisible();
  const last = page.locator('[data-faq]').last();
  await last.getByPlaceholder('Question').fill('Do you come in the rain?');
  await last.getByPlaceholder('Answer').fill('Yes.');
  await last.getByRole('button', { name: /^Move question .* up$/ }).click();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByLabel('FAQ Content as JSON');
  const list = JSON.parse(await json.inputValue());
  expect(list.at(-2)).toEqual({ question: 'Do you come in the rain?', answer: 'Yes.' });

  await whileCallFails(page, 'admin.saveSupport', async () => {
    await save.click();
    await expect(
      page.getByText('Failed to save support settings. Please try again.'),
    ).toBeVisible();
  });
  await save.click();
  await expect(page.getByText('Settings Saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  // The list is the saved one again, but edited as JSON.
  await json.fill(JSON.stringify(list.toSpliced(-2, 1)));
  await hours.fill(before);
  await save.click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('an admin changes their password after a mismatch, a short one, and a wrong current one', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?tab=support');
  const change = async (current: string, next: string, confirm: string) => {
    await page.getByLabel('Current Password').fill(current);
    await page.getByLabel('New Password', { exact: true }).fill(next);
    await page.getByLabel('Confirm New Password').fill(confirm);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  await change(DEMO.admin.password, 'one-way', 'another');
  await expect(page.getByText('Password Mismatch')).toBeVisible();
  await expect(page.getByText('New password and confirmation do not match.').first()).toBeVisible();
  await change(DEMO.admin.password, 'short', 'short');
  await expect(page.getByText('Password Too Short')).toBeVisible();
  await expect(
    page.getByText('New password must be at least 6 characters long.').first(),
  ).toBeVisible();
  await change('not-mine-at-all', 'long-enough', 'long-enough');
  await expect(page.getByText('Password Change Failed')).toBeVisible();
  await whileCallFails(page, 'auth.changePassword', async () => {
    await change('not-mine-at-all', 'long-enough', 'long-enough');
    await expect(
      page.getByText('Failed to change password. Please check your current password.'),
    ).toBeVisible();
  });
  await change(DEMO.admin.password, DEMO.admin.password, DEMO.admin.password);
  await expect(page.getByText('Password Changed')).toBeVisible();
});

test('the work area starts 140 px from the top on a desktop, and every tab is visible on a tablet', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?tab=support');
  const tabs = page.getByRole('tablist', { name: 'Admin sections' });
  const row = await boxAtRest(tabs);
  expect(row.y + row.height).toBeLessThan(140);
  await page.setViewportSize({ width: 820, height: 1180 });
  await reload(page);
  await expect(tabs.getByRole('tab').last()).toBeVisible();
  for (const tab of await tabs.getByRole('tab').all())
    await expect(tab).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  const top = async () => (await boxAtRest(page.getByRole('tabpanel'))).y;
  await expect.poll(top).toBeLessThan(260);
});

test('wind above the owner’s limit shows on the day, at its drivers, and to a driver', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin/settings');
  const limit = page.getByLabel('Warn About Wind Above');
  await expect(limit).toHaveValue('0');
  await expect(
    page.getByText(/Enter 0 to turn warnings off\. Default: no warnings\.$/),
  ).toBeVisible();
  await limit.fill('-1');
  await expect(
    page.getByText('Enter a whole number of miles per hour from 0 to 100.'),
  ).toBeVisible();
  // At this limit, every window has too much wind.
  await limit.fill('1');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings Saved')).toBeVisible();

  await page.goto('/admin?view=day');
  const said = page.getByText(/^wind \d+ mph, above your limit of 1$/);
  await expect(said).toHaveCount(3);
  const strip = page.getByRole('navigation', { name: 'Days' });
  await expect(strip.getByText(/^Wind \d+ mph$/)).toHaveCount(5);
  await page.getByRole('button', { name: 'By Driver' }).click();
  await expect(said).toHaveCount(3);
  await page.goto('/driver');
  await expect(page.getByText(/: wind \d+ mph, above the limit of 1$/).first()).toBeVisible();
});

test('a list leads to each setting, in the order of the page', async ({ page }) => {
  await enterAsAdmin(page, '/admin/settings');
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await expect(heading('Privacy Notice')).toBeVisible();
  const headings = await page.locator('main section h2').allTextContents();
  const list = page.getByRole('navigation', { name: 'Settings' }).getByRole('button');
  await expect(list).toHaveText(headings);
  for (const name of headings) {
    await list.getByText(name, { exact: true }).click();
    await expect(heading(name)).toBeFocused();
    await expect(heading(name)).toBeInViewport();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Go to').selectOption('Taxes');
  await expect(heading('Taxes')).toBeFocused();
  await expect(heading('Taxes')).toBeInViewport();
});
