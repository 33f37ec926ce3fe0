import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { reload } from './steps/history';
import { answer, enterAsAdmin, section, submitSignIn } from './steps/staff';

const OLIVE = { username: 'olive', password: 'a-new-password' };

/** Opens the invitation in the mailbox and chooses a password. */
async function acceptInvitation(page: Page) {
  const email = page.locator('article', { hasText: 'You’re invited to the Dockside office team' });
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await email.first().getByRole('link', { name: '/reset-password' }).click({ timeout: 2_000 });
  }).toPass();
  await page.getByLabel('New Password', { exact: true }).fill(OLIVE.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(OLIVE.password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
}

async function enter(page: Page) {
  await page.goto('/admin-login');
  await submitSignIn(page, OLIVE);
  await page.waitForURL('**/admin');
}

const people = (page: Page) => page.getByRole('list', { name: 'People' });

test('an owner invites a dispatcher, who works but gets no settings, and is then deactivated', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAsAdmin(page, '/admin/settings');
  await page.getByRole('button', { name: 'Invite Person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite person' });
  await dialog.getByLabel('Name', { exact: true }).fill('Olive Oar');
  await dialog.getByLabel('Username').fill(OLIVE.username);
  await dialog.getByLabel('Email').fill('olive@dock.example');
  await dialog.getByLabel('Role').selectOption('Dispatcher');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation Sent', { exact: true })).toBeVisible();
  const line = people(page).locator('[data-person="olive"]');
  await expect(line).toContainText('Invited');
  await expect(line).toContainText('Dispatcher');

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await acceptInvitation(other);
  await enter(other);
  await expect(section(other, 'Pending')).toBeVisible();
  const pages = other.getByRole('navigation', { name: 'Main pages' });
  await expect(pages.getByRole('link')).toHaveText(['Today', 'Schedule', 'Payments', 'Customers']);
  await other.goto('/admin/settings');
  await expect(other.getByText('Not available for your role')).toBeVisible();
  await expect(other.getByText('Your role is Dispatcher.')).toBeVisible();
  await other.goto('/admin?view=day');
  await expect(other.getByRole('navigation', { name: 'Days' })).toBeVisible();

  await reload(page);
  await line.getByRole('button', { name: 'Change Role of Olive Oar' }).click();
  const role = page.getByRole('dialog', { name: 'Change the role of Olive Oar' });
  await role.getByLabel('Role').selectOption('Viewer');
  await role.getByRole('button', { name: 'Change Role' }).click();
  await expect(line).toContainText('Viewer');
  await enter(other);
  await expect(pages.getByRole('link')).toHaveText(['Today']);
  await expect(other.locator('[data-line]').first()).toBeVisible();
  await expect(other.getByText(/\(269\)/)).toHaveCount(0);

  await line.getByRole('button', { name: 'Deactivate Olive Oar' }).click();
  await answer(page, 'Deactivate Olive Oar?', 'Deactivate');
  await expect(line).toContainText('Inactive');
  await other.goto('/admin-login');
  await submitSignIn(other, OLIVE);
  await expect(other.getByText('Login Failed')).toBeVisible();

  await people(page)
    .getByRole('button', { name: /^Deactivate/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText(/This is the only owner/)).toBeVisible();
  await context.close();
});
