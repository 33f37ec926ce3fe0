import type { Page } from 'playwright/test';
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import type { HostedProduct } from '../support/product';
import { codeAt } from '../support/totp';
import { axeFindsNothing } from './steps/axe';
import { answer, DEMO, enterAsAdmin, pressInMenu, submitSignIn } from './steps/staff';

/** How long an app shows a code. */
const STEP_MS = 30_000;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/**
 * Sets up an app in the open dialog and saves the codes.
 * @returns the app's key, and the codes
 */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(dialog(page, 'Set up two-step verification')).toBeVisible();
  await axeFindsNothing(page);
  await dialog(page, 'Set up two-step verification')
    .getByRole('button', { name: 'Use an Authenticator App' })
    .click();
  const app = dialog(page, 'Set up an authenticator app');
  await expect(app.getByRole('img', { name: 'QR code for the key below' })).toBeVisible();
  await axeFindsNothing(page);
  const secret = (await app.locator('[data-secret]').textContent())?.replace(/\s/g, '') ?? '';
  await app.getByLabel('Code', { exact: true }).fill('12');
  await app.getByRole('button', { name: 'Turn On' }).click();
  await expect(app.getByText('Please enter the 6-digit code.')).toBeVisible();
  await app.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await app.getByRole('button', { name: 'Turn On' }).click();
  const shown = dialog(page, 'Your recovery codes');
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await axeFindsNothing(page);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: 'I’ve Saved Them' }).click();
  await expect(shown).toBeHidden();
  return { secret, codes };
}

test('an app is set up in the account, then required, and a recovery code replaces it', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await pressInMenu(page, 'link', 'My Account');
  const panel = page.getByRole('region', { name: 'Two-step verification' });
  await expect(panel.getByText('Two-step verification is off')).toBeVisible();
  await panel.getByRole('button', { name: 'Add Verification Method' }).click();
  const { secret, codes } = await setUpApp(page);
  await expect(panel.getByText('Authenticator app, added')).toBeVisible();
  await expect(panel.getByText('10 of 10 recovery codes left')).toBeVisible();
  await axeFindsNothing(page);

  await page.context().clearCookies();
  await page.goto('/admin-login');
  await submitSignIn(page, DEMO.admin);
  const step = dialog(page, 'Verify it’s you');
  await step.getByLabel('Code', { exact: true }).fill('000000');
  await step.getByRole('button', { name: 'Sign In' }).click();
  await expect(step.getByText(/That code is incorrect/)).toBeVisible();
  await expect(step.getByLabel('Code', { exact: true })).toBeFocused();
  await axeFindsNothing(page);
  // The current code may be the one that was used for the setup.
  await step.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() + STEP_MS));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login Successful')).toBeVisible();
  await page.waitForURL('**/admin');

  await page.context().clearCookies();
  await page.goto('/admin-login');
  await submitSignIn(page, DEMO.admin);
  await step.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await axeFindsNothing(page);
  await step.getByLabel('Recovery Code').fill(codes[0] ?? '');
  await step.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin');

  await page.goto('/admin?tab=support');
  await expect(panel.getByText('9 of 10 recovery codes left')).toBeVisible();
  await panel.getByRole('button', { name: 'Create New Codes' }).click();
  await answer(page, 'Create new recovery codes?', 'Create New Codes');
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I’ve Saved' }).click();
  await expect(panel.getByText('10 of 10 recovery codes left')).toBeVisible();
  await panel.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await answer(page, 'Remove Authenticator app?', 'Remove Method');
  await expect(panel.getByText('Two-step verification is off')).toBeVisible();
});

/** A passkey that approves automatically: Chromium's virtual authenticator. */
async function withPasskeys(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is set up in the account, then required', async ({ page }) => {
  await withPasskeys(page);
  await enterAsAdmin(page, '/account?tab=security');
  const panel = page.getByRole('region', { name: 'Two-step verification' });
  await panel.getByRole('button', { name: 'Add Verification Method' }).click();
  await dialog(page, 'Set up two-step verification')
    .getByRole('button', { name: 'Use a Passkey' })
    .click();
  const naming = dialog(page, 'Name your passkey');
  await naming.getByLabel('Name').fill('Office laptop');
  await axeFindsNothing(page);
  await naming.getByRole('button', { name: 'Turn On' }).click();
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I’ve Saved' }).click();
  await expect(panel.getByText('Office laptop')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/admin-login');
  await submitSignIn(page, DEMO.admin);
  const step = dialog(page, 'Verify it’s you');
  await expect(step.getByRole('button', { name: 'Use a Passkey' })).toBeFocused();
  await axeFindsNothing(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login Successful')).toBeVisible();
  await page.waitForURL('**/admin');
});

/** Moves the start of the product's sessions back by ten minutes. */
async function ageSessions(product: HostedProduct) {
  const db = openBeside(product.folder);
  await db.execute(
    'update sessions set created_at = created_at - 600000, confirmed_at = confirmed_at - 600000',
  );
  db.close();
}

test('a dangerous call needs a new proof a while after the sign-in, and then continues', async ({
  page,
  product,
}) => {
  await enterAsAdmin(page, '/admin/team');
  await ageSessions(product);
  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByLabel('Name').fill('Ledger');
  await keys.getByLabel('Export full lists').check();
  // Exporting whole lists includes the people scope, so one is selected and cleared with the other.
  await expect(keys.getByLabel('View personal details')).toBeChecked();
  await keys.getByLabel('View personal details').uncheck();
  await expect(keys.getByLabel('Export full lists')).not.toBeChecked();
  await keys.getByLabel('Export full lists').check();
  await keys.getByRole('button', { name: 'Create Key' }).click();
  const step = dialog(page, 'Verify it’s you');
  await expect(step).toBeVisible();
  await axeFindsNothing(page);
  await step.getByRole('button', { name: 'Cancel' }).click();
  await expect(keys.getByText('Please verify it’s you, then try again.')).toBeVisible();

  await keys.getByRole('button', { name: 'Create Key' }).click();
  await step.getByLabel('Your Password').fill('wrong-password');
  await step.getByRole('button', { name: 'Verify' }).click();
  await expect(step.getByText('That password is incorrect.')).toBeVisible();
  await step.getByLabel('Your Password').fill(DEMO.admin.password);
  await step.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog(page, 'Your new key')).toBeVisible();
  await dialog(page, 'Your new key').getByRole('button', { name: 'Close' }).last().click();
  await expect(keys.getByText(/can export full lists, created by Alex Harbor/)).toBeVisible();

  // Calls need no proof for five minutes. After that, even an export needs one.
  await page.goto('/admin?tab=customers');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await saved;
  await ageSessions(product);
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await step.getByLabel('Your Password').fill(DEMO.admin.password);
  const savedAgain = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await savedAgain;
});

test('staff who change their email confirm their identity once, with the second step', async ({
  page,
  product,
}) => {
  await enterAsAdmin(page, '/account?tab=security');
  await page.getByRole('button', { name: 'Add Verification Method' }).click();
  const { codes } = await setUpApp(page);
  await ageSessions(product);
  await page.goto('/account');
  await page.getByLabel('Email').fill('alex.next@lake.example');
  await page.getByLabel('Phone').fill('(269) 555-0160');
  await expect(page.getByLabel('Current Password', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const step = dialog(page, 'Verify it’s you');
  await step.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await step.getByLabel('Recovery Code').fill(codes[0] ?? '');
  await step.getByRole('button', { name: 'Verify' }).click();
  await expect(
    page.getByText(/^To finish changing your email, .*alex.next@lake.example/),
  ).toBeVisible();
  await expect(step).toBeHidden();
});

test('an abandoned second step signs nobody in', async ({ page }) => {
  await enterAsAdmin(page, '/account?tab=security');
  await page.getByRole('button', { name: 'Add Verification Method' }).click();
  await setUpApp(page);
  await page.context().clearCookies();
  for (const path of ['/admin-login', '/driver']) {
    await page.goto(path);
    await submitSignIn(page, DEMO.admin);
    await dialog(page, 'Verify it’s you').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  await page.goto('/admin');
  await page.waitForURL('**/admin-login');
});

test.describe('two-step verification required by the setting', () => {
  test.use({ settings: { SECOND_FACTOR_FOR: 'staff' } });

  test('is set up at the first sign-in', async ({ page }) => {
    await page.goto('/admin-login');
    await submitSignIn(page, DEMO.admin);
    await setUpApp(page);
    await expect(page.getByText('Login Successful')).toBeVisible();
    await page.waitForURL('**/admin');
  });

  test('is set up by a driver, who finds it in the account', async ({ page }) => {
    await page.goto('/driver');
    await submitSignIn(page, DEMO.driver);
    await setUpApp(page);
    // The link is below the loaded content and moves with it.
    await expect(page.getByRole('region', { name: 'Load table' })).toBeVisible();
    await page.getByRole('link', { name: 'Password and Devices' }).click();
    const panel = page.getByRole('region', { name: 'Two-step verification' });
    await panel.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await answer(page, 'Remove Authenticator app?', 'Remove Method');
    await expect(page.getByText(/Add another method first/)).toBeVisible();
  });
});
