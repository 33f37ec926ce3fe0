import type { Page } from 'playwright/test';
import { EMERGENCY_ADMIN_PASSWORD, expect, test } from '../support/e2e';
import { whileCallFails } from './steps/connection';
import { reload } from './steps/history';
import { call, DEMO, enterAsAdmin, pressInMenu, signInAsAdmin, submitSignIn } from './steps/staff';

/**
 * Collects every status that the page has shown since it was opened, even one that a busy machine
 * is too slow to see.
 */
async function notingStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role="status"]')) {
        if (textContent && !shown.includes(textContent)) shown.push(textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
}

test('every screen under /admin sends a visitor to the sign-in', async ({ page }) => {
  const shown = await notingStatus(page);
  for (const path of ['/admin', '/admin/reports', '/admin/team']) {
    await page.goto(path);
    await page.waitForURL('**/admin-login');
    expect(await shown()).toContain('Redirecting to login...');
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  }
});

test('the sign-in leads back to the opened address, and Logout forgets it', async ({ page }) => {
  for (const path of ['/admin?tab=calendar', '/admin/reports', '/admin?view=day&day=2026-11-20']) {
    await page.goto(path);
    await page.waitForURL('**/admin-login');
    // The address survives a reload and a wrong password.
    await reload(page);
    await submitSignIn(page, { username: 'admin', password: 'wrong-password' });
    await expect(page.getByText('Login Failed')).toBeVisible();
    await submitSignIn(page, DEMO.admin);
    await page.waitForURL((url) => url.pathname + url.search === path);
    await pressInMenu(page, 'button', 'Logout');
    await page.waitForURL('**/admin-login');
  }
  await submitSignIn(page, DEMO.admin);
  await page.waitForURL('**/admin');
});

test('a late or broken answer to the admin check leads to the sign-in', async ({ page }) => {
  await page.route('**/api/trpc/auth.adminStatus**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await route.fulfill({ status: 200, body: '[]' }).catch(() => {});
  });
  const shown = await notingStatus(page);
  await page.goto('/admin');
  await page.waitForURL('**/admin-login');
  expect(await shown()).toEqual(
    expect.arrayContaining(['Verifying admin access...', 'Redirecting to login...']),
  );

  await page.route('**/api/trpc/auth.adminStatus**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<p>hello</p>' }),
  );
  await page.goto('/admin');
  await page.waitForURL('**/admin-login');
});

test("a device too busy to read the check's answer in time stays on the dashboard", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    const slowFetch = (...request: Parameters<typeof fetch>) => {
      const answer = fetch(...request);
      if (String(request[0]).includes('auth.adminStatus')) {
        setTimeout(() => {
          const until = performance.now() + 2_500;
          while (performance.now() < until);
        });
      }
      return answer;
    };
    Object.assign(window, { fetch: slowFetch });
  });
  await call(page, 'auth.adminLogin', DEMO.admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test("an admin on a slow connection isn't sent to the sign-in", async ({ page }) => {
  await call(page, 'auth.adminLogin', DEMO.admin);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.route('**/api/trpc/auth.adminStatus**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_600));
    await route.continue();
  });
  const shown = await notingStatus(page);
  await reload(page);
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  expect(await shown()).not.toContain('Redirecting to login...');
});

test('the sign-in shows missing fields, wrong credentials, and missing rights', async ({
  page,
}) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();

  await submitSignIn(page, { username: 'admin', password: 'wrong-password' });
  await expect(page.getByText('Login Failed')).toBeVisible();
  await expect(page.getByText('Invalid username or password.')).toBeVisible();

  await submitSignIn(page, DEMO.customer);
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText('You do not have admin privileges.')).toBeVisible();
  // The refused customer got no session.
  await page.goto('/admin');
  await page.waitForURL('**/admin-login');
});

test('saved credentials show a notice, and typing hides it', async ({ page }) => {
  // Fills the fields like a browser: as soon as they appear, without an event for the page.
  await page.addInitScript(() => {
    const saved: Record<string, string> = { username: 'admin', password: 'admin-demo' };
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const input of document.querySelectorAll('input')) {
        const value = saved[input.name];
        if (value === undefined || seen.has(input)) continue;
        seen.add(input);
        input.value = value;
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/admin-login');
  await expect(
    page.getByText('Saved credentials detected! Click the button below for quick login.'),
  ).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.press('End');
  await password.press('x');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await password.press('Backspace');

  await reload(page);
  await page.getByRole('button', { name: 'Quick Login' }).click();
  await expect(page.getByText('Login Successful')).toBeVisible();
  await page.waitForURL('**/admin');
});

test("a session that can't be verified shows an error", async ({ page }) => {
  await page.goto('/admin-login');
  let checks = 0;
  await page.route('**/api/trpc/auth.adminStatus**', (route) => {
    checks += 1;
    return route.abort();
  });
  await submitSignIn(page, DEMO.admin);
  await expect(page.getByText('Session Error')).toBeVisible();
  await expect(
    page.getByText(
      'Login successful but session verification failed. Please try the emergency admin access.',
    ),
  ).toBeVisible();
  expect(checks).toBe(3);
});

test('a signed-in customer sees that admin access is required', async ({ page }) => {
  await page.goto('/driver');
  await submitSignIn(page, DEMO.customer);
  await expect(page.getByText('You’re signed in as Sam Waters')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Admin Login' }).click();
  await page.waitForURL('**/admin-login');
});

test('Logout ends the session, and a failure shows an error', async ({ page }) => {
  await signInAsAdmin(page);
  await expect(page.getByText('Welcome, Alex Harbor')).toBeVisible();
  await whileCallFails(page, 'auth.logout', async () => {
    await pressInMenu(page, 'button', 'Logout');
    await expect(page.getByText('Logout Error')).toBeVisible();
    await expect(page.getByText('Failed to logout. Please try again.')).toBeVisible();
  });
  await pressInMenu(page, 'button', 'Logout');
  await page.waitForURL('**/admin-login');
  await page.goto('/admin');
  await page.waitForURL('**/admin-login');
});

test('the sign-in sends a reset link', async ({ page }) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();

  await dialog.getByLabel('Email').fill('nobody@dockside.example');
  await whileCallFails(page, 'auth.requestPasswordReset', async () => {
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Reset Failed')).toBeVisible();
    await expect(page.getByText('Failed to send reset email.')).toBeVisible();
  });
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Reset Email Sent')).toBeVisible();
  await expect(page.getByText('Check your email for password reset instructions.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a new password offers admins to revoke their API keys, wherever it's set", async ({
  page,
}) => {
  const offer = page.getByLabel('Also revoke my API keys');
  await page.goto('/reset-password?token=of-a-customer');
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  await expect(offer).toBeHidden();
  await page.goto('/reset-password?token=of-staff&staff=1');
  await offer.check();
  await enterAsAdmin(page, '/account?tab=security');
  await offer.check();
});

test("the emergency password opens the dashboard, and a wrong one doesn't", async ({ page }) => {
  await page.goto('/admin-login');
  await page.getByRole('link', { name: 'Emergency Admin Access' }).click();
  await expect(page.getByText(EMERGENCY_ADMIN_PASSWORD)).toBeVisible();
  const password = page.getByLabel('Emergency Password');
  const enter = page.getByRole('button', { name: 'Emergency Access' });
  await password.fill('not-the-one');
  await enter.click();
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText('Invalid emergency password')).toBeVisible();

  await password.fill(EMERGENCY_ADMIN_PASSWORD);
  await whileCallFails(page, 'auth.emergencyLogin', async () => {
    await enter.click();
    await expect(page.getByText('Emergency Login Failed')).toBeVisible();
    await expect(page.getByText('Unable to access admin panel')).toBeVisible();
  });
  await enter.click();
  await expect(page.getByText('Emergency Access Granted')).toBeVisible();
  await page.waitForURL('**/admin');
  await expect(page.getByText('Welcome, Emergency access')).toBeVisible();
  await expect(page.getByText('You’re using emergency access')).toBeVisible();
});

test.describe('without an emergency password', () => {
  test.use({ settings: { EMERGENCY_ADMIN_PASSWORD: '' } });

  test('the sign-in page has no emergency link, and no page names the setting', async ({
    page,
  }) => {
    const checked = page.waitForResponse((answer) => answer.url().includes('emergencyAccess'));
    await page.goto('/admin-login');
    await checked;
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Emergency Admin Access' })).toBeHidden();
    await page.goto('/emergency-admin');
    await expect(page.getByText('Emergency access is turned off')).toBeVisible();
    await expect(page.getByText('EMERGENCY_ADMIN_PASSWORD')).toBeHidden();
  });
});

test('emergency access shows current work, without customer lists or files', async ({ page }) => {
  await page.goto('/emergency-admin');
  await page.getByLabel('Emergency Password').fill(EMERGENCY_ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Emergency Access' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('tab', { name: 'Calendar Management' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Pending \(/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Customer Data' })).toBeHidden();
  await page.getByText(/^Welcome, /).click();
  await expect(page.getByRole('link', { name: 'Driver View' })).toBeVisible();
  for (const link of ['Payments', 'Export CSV', 'Activity', 'Reports', 'Team and Access']) {
    await expect(page.getByRole('link', { name: link })).toBeHidden();
  }
  await page.goto('/admin?tab=customers');
  await expect(page.getByRole('tab', { name: 'Appointments', selected: true })).toBeVisible();
  await page.goto('/admin/activity');
  await expect(
    page.getByText('Sign in with your own account to do this.', { exact: false }),
  ).toBeVisible();
});

test("emergency access can't change an address, and the error suggests an alternative", async ({
  page,
}) => {
  await page.goto('/emergency-admin');
  await page.getByLabel('Emergency Password').fill(EMERGENCY_ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Emergency Access' }).click();
  await page.waitForURL('**/admin');
  await page.goto('/admin?tab=support');
  await page.getByLabel('Support Email').fill('left-behind@lake.example');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Save Failed')).toBeVisible();
  await expect(
    page.getByText('Sign in with your own account to do this.', { exact: false }),
  ).toBeVisible();
});
