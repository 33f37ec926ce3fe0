import { expect, test } from '../support/e2e';
import { callsOf } from './steps/driver';
import { goBack } from './steps/history';
import { cardOf, codeOf, enterAsAdmin, section } from './steps/staff';

test('staff reach a delivery, a customer, and a screen with the keyboard alone @keyboard', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin?view=board');
  const code = await codeOf(section(page, 'Pending').locator('[data-appointment]').first());
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Search' });
  const box = search.getByRole('combobox');
  await expect(box).toBeFocused();
  await expect(search.getByRole('option', { name: 'Fuel Prices' })).toBeVisible();
  // The code is typed, and Enter pressed, before any result appears.
  await box.fill(code);
  await box.press('Enter');
  await expect(search).toHaveCount(0);
  await expect(page).toHaveURL(/view=day/);
  await expect(cardOf(page, code)).toBeVisible();

  await page.keyboard.press('Control+k');
  await box.fill('(269) 555');
  const first = search.getByRole('group', { name: 'Customers' }).getByRole('option').first();
  await expect(first).toBeVisible();
  await goBack(page);
  await expect(search).toHaveCount(0);
  await expect(page).toHaveURL(/view=day/);

  await page.keyboard.press('Control+k');
  await box.fill('sam@dockside');
  const sam = search.getByRole('option', { name: /^Sam Waters/ });
  await expect(sam).toBeVisible();
  while ((await sam.getAttribute('aria-selected')) !== 'true') await box.press('ArrowDown');
  await expect(box).toHaveAttribute('aria-activedescendant', (await sam.getAttribute('id')) ?? '');
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sam Waters' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const recent = search.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveText([/^Sam Waters/, new RegExp(`^${code}`)]);
});

test('staff step through a list and act on it with keys, which do nothing while typing @keyboard', async ({
  page,
  product,
}) => {
  await enterAsAdmin(page, '/admin?view=board');
  const card = section(page, 'Pending').locator('[data-appointment]').first();
  const code = await codeOf(card);
  await page.getByRole('searchbox').first().fill('jcs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox').first().fill('');
  await expect(card).toBeVisible();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(card).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Edit/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card).toBeFocused();
  await page.keyboard.press('c');
  await expect(cardOf(page, code, 'Confirmed')).toBeVisible();

  const { strip } = await callsOf(page, product.url).ask('admin.day', {});
  await page.goto(`/admin?view=day&day=${strip[2].date}`);
  const line = page.locator('[data-line]');
  await expect(line).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(line.getByRole('button')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: /^Assign/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Once it's assigned, the banner of that bulk change no longer handles the key.
  await page.getByRole('button', { name: /^Dana Rivers/ }).click();
  await expect(page.locator('[data-bulk-feedback]')).toContainText('1 assigned');
  await line.getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Appointment' });
  // Until the panel knows about the driver, the key assigns one.
  await expect(panel.getByRole('article')).toContainText('Scheduled');
  await expect(panel.getByRole('button', { name: 'Reschedule' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog').getByLabel('Driver')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
});

test('staff find and start an action from the search', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=board');
  const code = await codeOf(section(page, 'Pending').locator('[data-appointment]').first());
  const search = page.getByRole('dialog', { name: 'Search' });
  const box = search.getByRole('combobox');
  const actions = search.getByRole('group', { name: 'Actions' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await box.fill('new booking');
  await expect(actions).toHaveText([/^New Booking.*n$/]);
  await box.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // An action of another screen opens that screen first.
  await page.keyboard.press('Control+k');
  await box.fill('invite');
  await expect(actions).toHaveText([/^Invite Person/]);
  await box.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Invite person' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await box.fill(code);
  await box.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Appointment' });
  await expect(panel.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(actions.filter({ hasText: code }).first()).toHaveText(/^Confirm.*c$/);
  await box.fill('edit det');
  await expect(actions).toHaveText([/^Edit Details.*e$/]);
  await box.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Appointment' })).toBeVisible();
});
