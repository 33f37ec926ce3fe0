import { expect, test } from '../support/e2e';
import { goBack, goForward } from './steps/history';
import { listsLoaded } from './steps/lists';
import { answer, enterAsAdmin, pressInMenu } from './steps/staff';

test('staff find a customer, read their orders, add a note, and export all customers', async ({
  page,
}) => {
  // If the address names a page that no longer exists, the last page is shown.
  await enterAsAdmin(page, '/admin?tab=customers&page=7');
  const panel = page.getByRole('region', { name: 'Customer Database' });
  await expect(panel.getByRole('button', { name: 'Sam Waters' })).not.toHaveCount(0);
  await expect(page).not.toHaveURL(/page=7/);
  const search = panel.getByRole('searchbox');
  await search.fill('nobody of that name');
  await expect(panel.getByText('No customers match your search')).toBeVisible();
  await search.fill('sam@dockside');
  // A row of the table, or a card on a phone.
  const found = panel.getByRole('button', { name: 'Sam Waters' }).filter({ visible: true });
  await expect(panel.getByText('Active').filter({ visible: true })).toBeVisible();
  await found.click();

  await expect(page.getByRole('heading', { name: 'Sam Waters' })).toBeVisible();
  const orders = page.getByRole('region', { name: 'Orders' });
  await expect(orders.getByRole('listitem').first()).toContainText('D-');
  await expect(page.getByText('Balance', { exact: true })).toBeVisible();

  const note = `Gate code ${Date.now()}`;
  await page.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByText('Please enter the note first.')).toBeVisible();
  await page.getByLabel('New Note').fill(note);
  await page.getByRole('button', { name: 'Add Note' }).click();
  const line = page.getByRole('listitem').filter({ hasText: note });
  await expect(line).toBeVisible();
  await line.getByRole('button', { name: 'Remove Note' }).click();
  await answer(page, 'Remove this note?', 'Remove Note');
  await expect(line).toHaveCount(0);

  await page.getByRole('button', { name: 'All Customers' }).click();
  await expect(search).toHaveValue('sam@dockside');
  // Back returned to the list, and Forward opens the customer again.
  await goForward(page);
  await expect(page.getByRole('heading', { name: 'Sam Waters' })).toBeVisible();
  await page.getByLabel('New Note').fill('Half a note');
  await page.getByRole('button', { name: 'All Customers' }).click();
  await answer(page, 'Leave without saving?', 'Keep Editing');
  // Closing the question removes its history entry. So the next Back leaves the page instead.
  const questions = () => page.evaluate(() => history.state.dialogs ?? 0);
  await expect.poll(questions).toBe(0);
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await expect(page.getByLabel('New Note')).toHaveValue('Half a note');
  await expect.poll(questions).toBe(0);
  await goBack(page);
  await answer(page, 'Leave without saving?', 'Leave');
  await expect(search).toHaveValue('sam@dockside');
  const file = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('dockside-customers.csv');
});

test('staff add and deactivate a driver with a sign-in, and see an API key once', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await pressInMenu(page, 'link', 'Team and Access');
  await expect(page.getByRole('button', { name: 'Add Driver' })).toBeVisible();
  await listsLoaded(page);
  const name = `Robin ${Date.now()}`;
  await page.getByRole('button', { name: 'Add Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Driver' });
  await dialog.getByRole('button', { name: 'Add Driver' }).click();
  await expect(dialog.getByText('Please enter the driver’s name.')).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Username').fill(`robin${Date.now()}`);
  await dialog.getByLabel('Password', { exact: true }).fill('robin-robin');
  await dialog.getByRole('button', { name: 'Add Driver' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Available');
  await page.getByRole('button', { name: `Deactivate ${name}` }).click();
  await answer(page, `Deactivate ${name}?`, 'Deactivate Driver');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Inactive');

  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByLabel('Name').fill(name);
  await keys.getByRole('button', { name: 'Create Key' }).click();
  const made = page.getByRole('dialog', { name: 'Your new key' });
  await expect(made.locator('[data-secret]')).not.toBeEmpty();
  await made.getByRole('button', { name: 'Close' }).last().click();
  await keys.getByRole('button', { name: `Revoke ${name}` }).click();
  await answer(page, `Revoke ${name}?`, 'Revoke Key');
  await expect(keys.getByRole('listitem').filter({ hasText: name })).toContainText('Revoked');
});

test('staff add a test code, change its note without losing it, and deactivate the code', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin/team');
  const code = `P${Date.now().toString(36).slice(-6).toUpperCase()}`;
  await page.getByLabel('New Test Code').fill(code);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await answer(page, `Create test code ${code}?`, 'Create Test Code');
  const line = page.getByRole('listitem').filter({ hasText: code });
  await expect(line).toContainText('Active');
  await expect(line).toContainText('Until ');

  await line.getByRole('button', { name: `Edit ${code}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${code}` });
  await dialog.getByLabel('Note').fill('For the boat show');
  await page.keyboard.press('Escape');
  await answer(page, 'Leave without saving?', 'Keep Editing');
  await dialog.getByRole('button', { name: 'Save Code' }).click();
  await expect(line).toContainText('For the boat show');

  await line.getByRole('button', { name: `Deactivate ${code}` }).click();
  await answer(page, `Deactivate ${code}?`, 'Deactivate Code');
  await expect(line).toContainText('Inactive');
});
