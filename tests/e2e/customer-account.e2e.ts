/** Tests the account's own flows, including a broken connection and a double click. */
import { UNREACHABLE } from '@/client/lib/problem';
import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { pressWithBrokenConnection } from './steps/connection';
import {
  accountDialog,
  enterAsCustomer,
  fillRegistration,
  logIn,
  newCustomer,
  register,
} from './steps/customer';
import { goBack } from './steps/history';
import { openHome } from './steps/order-form';

test('each tab of the account asks for its lists once', async ({ page }) => {
  await enterAsCustomer(page, '/account');
  for (const tab of ['profile', 'security', 'preferences']) {
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, names] = /\/api\/trpc\/([^?]+)/.exec(request.url()) ?? [];
      if (names) asked.push(...names.split(','));
    });
    await page.goto(`/account?tab=${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked.toSorted(), tab).toEqual([...new Set(asked)].toSorted());
    page.removeAllListeners('request');
  }
});

test('the profile is saved, and a wrong entry or a broken connection shows its error', async ({
  page,
}) => {
  const customer = newCustomer();
  await page.goto('/account');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByText('Please log in to access your account settings.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await register(page, customer);
  await page.getByRole('link', { name: 'My Account' }).click();

  await page.getByLabel('Full Name').fill('');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Phone').fill('555');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(page.getByText('Valid phone number is required')).toBeVisible();
  await page.getByLabel('Full Name').fill('Pat Tideway');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Phone').fill(customer.phone);
  await pressWithBrokenConnection(page, 'auth.updateProfile', 'Update Profile', [
    'Profile Update Failed',
    'Failed to update profile.',
  ]);
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(page.getByText('Welcome, Pat Tideway')).toBeVisible();
});

test('Login pressed during a page change opens over the new page, and Back closes it', async ({
  page,
}) => {
  await page.goto('/account');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  const { promise: line, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await line;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  open();
  await expect(page.getByRole('heading', { name: 'Fuel Delivery at Your Dock' })).toBeAttached();
  await expect(accountDialog(page)).toBeVisible();
  await goBack(page);
  await expect(accountDialog(page)).toBeHidden();
  await goBack(page);
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(accountDialog(page)).toBeHidden();
});

test('the changed password works after signing out, and a failed change shows its error', async ({
  page,
}) => {
  const customer = await enterAsCustomer(page, '/account');
  await page.getByRole('tab', { name: 'Security' }).click();
  const [current, fresh, again] = ['Current Password', 'New Password', 'Confirm New Password'];
  const type = (label: string | undefined, text: string) =>
    page.getByLabel(label ?? '', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible();
  await expect(page.getByText('Please confirm your new password')).toBeVisible();
  await type(current, 'not-this-one');
  await type(fresh, 'secret2');
  await type(again, 'secret3');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await type(again, 'secret2');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Your current password is incorrect.').first()).toBeVisible();
  await type(current, customer.password);
  await pressWithBrokenConnection(page, 'auth.changePassword', 'Change Password', [
    'Password Change Failed',
    'Failed to change password.',
  ]);
  await expect(page.getByText('Password Changed')).toBeVisible();

  await page.goto('/');
  await pressWithBrokenConnection(page, 'auth.logout', 'Logout', [
    'Logout Error',
    'Failed to logout. Please try again.',
  ]);
  await logIn(page, { ...customer, password: 'secret2' });
  await expect(page.getByText('Login Successful')).toBeVisible();
});

test('saved preferences fill the order form', async ({ page }) => {
  await enterAsCustomer(page, '/account');
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByLabel('Typical Fuel Capacity').fill('40');
  await page.getByText('Fill up my gas cans').click();
  await pressWithBrokenConnection(page, 'auth.updateProfile', 'Save Preferences', [
    'Profile Update Failed',
  ]);
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Scheduling' }).click();
  await expect(page.getByRole('radio', { name: 'Yours' })).toBeChecked();
});

test('an account is created and signed in once, although each call is cut off and pressed twice', async ({
  page,
}) => {
  const customer = newCustomer();
  const dialog = accountDialog(page);
  await openHome(page);
  await page.getByRole('banner').getByRole('button', { name: 'Create Account' }).click();
  await fillRegistration(page, customer);
  await pressWithBrokenConnection(
    page,
    'auth.register',
    'Create Account',
    ['Registration Failed'],
    dialog,
  );
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await dialog.getByLabel('Username').fill(customer.username);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await pressWithBrokenConnection(page, 'auth.login', 'Login', ['Login Failed'], dialog);
  await expect(page.getByText('Login Successful')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('User Profile & Preferences saves, and a taken username is refused', async ({ page }) => {
  const customer = await enterAsCustomer(page);
  await page.getByRole('button', { name: 'Profile & Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'User Profile & Preferences' });
  await dialog.getByLabel('Boat Name').fill('Second Wind');
  await dialog.getByRole('button', { name: 'View History' }).click();
  await page.getByRole('button', { name: 'Back to Profile' }).click();
  await expect(dialog.getByLabel('Boat Name')).toHaveValue('Second Wind');
  await pressWithBrokenConnection(page, 'auth.updateProfile', 'Save Profile', [
    'Save Failed',
    'Unable to save your profile. Please try again.',
  ]);
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Create Account' }).click();
  await fillRegistration(page, { ...customer, email: `other-${customer.email}` });
  await accountDialog(page).getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Registration Failed')).toBeVisible();
  await expect(accountDialog(page).getByLabel('Username')).toBeFocused();
});

test('a customer adds each boat once, picks a default, and removes one', async ({ page }) => {
  await enterAsCustomer(page, '/account');
  const boats = page.getByRole('region', { name: 'Boats' });
  for (const name of ['Second Wind', 'Blue Heron']) {
    await boats.getByRole('button', { name: 'Add boat' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByLabel('Length').fill('24');
    await pressWithBrokenConnection(page, 'account.addBoat', 'Save Boat', ['Boat Not Saved']);
    await expect(boats.getByText(name)).toHaveCount(1);
  }
  await expect(page.getByLabel('Boat Name')).toHaveValue('Second Wind');
  await boats.getByRole('button', { name: 'Make Default' }).click();
  await expect(page.getByLabel('Boat Name')).toHaveValue('Blue Heron');
  await boats.getByRole('button', { name: 'Remove Second Wind' }).click();
  await page.getByRole('button', { name: 'Remove Boat' }).click();
  await expect(boats.getByRole('listitem')).toHaveCount(1);
});

test("a card that a delivery needs can't be removed", async ({ page }) => {
  await enterAsCustomer(page);
  await bookWithCard(page);
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const cards = page.getByRole('region', { name: 'Saved cards' });
  await expect(cards.getByText('Visa ending in 4242')).toBeVisible();
  await cards.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await page.getByRole('button', { name: 'Remove Card' }).click();
  await expect(page.getByText('This card is saved for an unfinished delivery')).toBeVisible();
});

test('a customer sets up a recurring delivery once, pauses it, and ends it', async ({ page }) => {
  await enterAsCustomer(page);
  // The delivery uses a saved card.
  await bookWithCard(page);
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const recurring = page.getByRole('region', { name: 'Recurring deliveries' });
  await recurring.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Set Up' }).click();
  await expect(page.getByText('Gallons must be a whole number from 1 to 70.')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Gallons').fill('20');
  await pressWithBrokenConnection(page, 'account.addRecurring', 'Set Up', [UNREACHABLE]);
  await expect(recurring.getByText('Every week, on Saturday')).toHaveCount(1);
  // The first one is booked right away.
  await expect(recurring.getByText(/^Next: /)).toBeVisible();
  await recurring.getByRole('button', { name: 'Skip Next' }).click();
  await recurring.getByRole('button', { name: 'Pause' }).click();
  await expect(recurring.getByText('Paused')).toBeVisible();
  await recurring.getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'End Recurring Delivery' }).click();
  await expect(recurring.getByRole('listitem')).toHaveCount(0);
});

test('the link in the email replaces a forgotten password', async ({ page }) => {
  const customer = await enterAsCustomer(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  await accountDialog(page).getByRole('button', { name: 'Reset Password' }).click();
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await pressWithBrokenConnection(page, 'auth.requestPasswordReset', 'Send Reset Link', ['Error']);
  await expect(page.getByText('Reset Link Sent')).toBeVisible();

  const email = page
    .locator('article')
    .filter({ hasText: customer.email })
    .filter({ hasText: 'Reset your Dockside password' });
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await email.getByRole('link', { name: '/reset-password' }).click({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  const type = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const press = () => page.getByRole('button', { name: 'Reset Password' }).click();
  await type('New Password', 'short');
  await press();
  await expect(page.getByText('Password Too Short')).toBeVisible();
  await type('New Password', 'secret2');
  await type('Confirm Password', 'secret3');
  await press();
  await expect(page.getByText("Passwords Don't Match")).toBeVisible();
  await expect(page.getByText('Please make sure both passwords match.').first()).toBeVisible();
  await type('Confirm Password', 'secret2');
  await pressWithBrokenConnection(page, 'auth.resetPassword', 'Reset Password', ['Reset Failed']);
  await expect(page.getByText('Password Reset Successful')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await accountDialog(page).getByLabel('Username').fill(customer.username);
  await accountDialog(page).getByLabel('Password', { exact: true }).fill('secret2');
  await accountDialog(page).getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(`Welcome, ${customer.fullName}`)).toBeVisible();

  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  await expect(page.getByText('Invalid Token')).toBeVisible();
  await expect(page.getByText('Password reset token is missing.')).toBeVisible();
});

test('a recurring delivery starts from the preferences', async ({ page }) => {
  await enterAsCustomer(page, '/account?tab=preferences');
  await page.getByLabel('Preferred Fuel Type').selectOption('Premium');
  await page.getByLabel('Typical Fuel Capacity').fill('120');
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Your preferences have been saved.')).toBeVisible();
  const recurring = page.getByRole('region', { name: 'Recurring deliveries' });
  await recurring.getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add recurring delivery' });
  await expect(dialog.getByLabel('Fuel', { exact: true })).toHaveValue('Premium');
  // The form doesn't offer more than the maximum for one delivery.
  await expect(dialog.getByLabel('Gallons')).toHaveValue('70');
});
