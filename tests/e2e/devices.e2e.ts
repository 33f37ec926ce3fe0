/** Customers, staff, and drivers see where they're signed in and can end those sessions. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { whileCallFails } from './steps/connection';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { DEMO, enterAsAdmin, submitSignIn } from './steps/staff';

const devices = (page: Page) => page.getByRole('region', { name: 'Where you’re signed in' });

/**
 * Signs the person in on a phone, ends that session on this page, and checks that the phone is
 * signed out.
 */
async function endsThePhone(page: Page, person: { username: string; password: string }) {
  const { origin } = new URL(page.url());
  const phone = await page
    .context()
    .browser()
    ?.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Safari/605' });
  if (!phone) throw new Error('the page has no browser');
  const calls = callsOf(phone, origin);
  await calls.call('auth.login', person);
  await reload(page);
  await expect(devices(page).getByText('This device')).toBeVisible();
  const entry = devices(page).getByRole('listitem').filter({ hasText: 'Safari on iPhone' });
  await expect(entry).toContainText(/Last seen .* at \S+/);
  await whileCallFails(page, 'auth.endSession', async () => {
    await entry.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('Device Not Signed Out')).toBeVisible();
  });
  await entry.getByRole('button', { name: 'Sign out' }).click();
  await expect(entry).toBeHidden();
  expect(await calls.ask('auth.me')).toBeNull();
  await phone.close();
}

test('a customer ends the session of another device', async ({ page }) => {
  await page.goto('/');
  await callsOf(page, new URL(page.url()).origin).call('auth.login', DEMO.customer);
  await page.goto('/account?tab=security');
  await endsThePhone(page, DEMO.customer);
});

test('an admin ends the session of another device', async ({ page }) => {
  await enterAsAdmin(page, '/admin?tab=support');
  await endsThePhone(page, DEMO.admin);
});

test('a driver ends the session of another device', async ({ page }) => {
  await page.goto('/driver');
  await submitSignIn(page, DEMO.driver);
  await page.getByRole('link', { name: 'Password and Devices' }).click();
  await page.waitForURL('**/account?tab=security');
  await endsThePhone(page, DEMO.driver);
});
