/** Email addresses are verified with a link, and changing one requires the password. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { bookAsStranger, deliveryCards } from './steps/booked-delivery';
import { whileCallFails } from './steps/connection';
import { enterAsCustomer, newCustomer, register } from './steps/customer';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { canBeUsed } from './steps/order-form';
import { DEMO } from './steps/staff';

/** Opens the link in the newest message to an address. */
async function openLinkTo(page: Page, address: string) {
  const message = page
    .locator('article')
    .filter({ hasText: address })
    .filter({ hasText: 'Verify your email address' });
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await message.first().getByRole('link', { name: '/confirm-email' }).click({ timeout: 2_000 });
  }).toPass();
  await page.waitForURL('**/confirm-email**');
}

const confirmButton = (page: Page) => page.getByRole('button', { name: 'Verify My Email' });

test('a new customer verifies the address, and the link works once', async ({ page }) => {
  const customer = newCustomer();
  await page.goto('/');
  await register(page, customer);
  await page.goto('/account');
  await expect(page.getByText('Verify your email address')).toBeVisible();
  await whileCallFails(page, 'auth.requestEmailProof', async () => {
    await page.getByRole('button', { name: 'Resend Link' }).click();
    await expect(page.getByText('Link Not Sent')).toBeVisible();
  });

  await openLinkTo(page, customer.email);
  const link = page.url();
  await whileCallFails(page, 'auth.proveEmail', async () => {
    await confirmButton(page).click();
    await expect(page.getByText('We couldn’t reach our server.')).toBeVisible();
  });
  await confirmButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();

  await page.goto('/account');
  await expect(page.getByLabel('Email')).toHaveValue(customer.email);
  await expect(page.getByText('Verify your email address')).toBeHidden();
  await page.goto(link);
  await confirmButton(page).click();
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible();
  await page.goto('/confirm-email');
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible();
});

test("a changed address needs the password and counts once it's verified", async ({ page }) => {
  const customer = newCustomer();
  await page.goto('/');
  await register(page, customer);
  await page.goto('/account');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Current Password', { exact: true });
  const save = page.getByRole('button', { name: 'Update Profile' });
  const next = `next.${customer.email}`;
  await expect(email).toHaveValue(customer.email);
  await expect(password).toBeHidden();
  await email.fill(next);
  await save.click();
  await expect(
    page.getByText('Please enter your current password to change your email address.').first(),
  ).toBeVisible();
  await password.fill('not-this-one');
  await save.click();
  await expect(page.getByText('Your current password is incorrect.').first()).toBeVisible();
  await password.fill(customer.password);
  await save.click();
  await expect(page.getByText('Your new email address isn’t verified yet')).toBeVisible();
  await expect(page.getByText(`Until then, we’ll keep using ${customer.email}.`)).toBeVisible();
  await expect(email).toHaveValue(customer.email);
  await expect(password).toBeHidden();

  await openLinkTo(page, next);
  await confirmButton(page).click();
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  await page.goto('/account');
  await expect(email).toHaveValue(next);
});

test('an address that staff entered is verified with the password', async ({
  page,
  request,
  product,
}) => {
  const customer = await enterAsCustomer(page);
  const { ask } = callsOf(page, product.url);
  const { id } = await ask('auth.me');
  const next = `next.${customer.email}`;
  const desk = callsOf({ request }, product.url);
  await desk.call('auth.adminLogin', DEMO.admin);
  await desk.call('admin.editCustomer', { id, email: next });

  await openLinkTo(page, next);
  await canBeUsed(page);
  await confirmButton(page).click();
  await expect(page.getByText(`Our office entered ${next} as your email address.`)).toBeVisible();
  await expect(page.getByText('Only continue if it’s yours.')).toBeVisible();
  const password = page.getByLabel('Current Password', { exact: true });
  await expect(password).toBeFocused();
  await confirmButton(page).click();
  await expect(
    page.getByText('Please enter your current password to change your email address.'),
  ).toBeVisible();
  await password.fill('not-this-one');
  await confirmButton(page).click();
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
  await password.fill(customer.password);
  await confirmButton(page).click();
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  expect(await ask('auth.me')).toMatchObject({ email: next, pendingEmail: null });
});

test('a guest who registers finds the delivery in the account', async ({ page }) => {
  await bookAsStranger(page);
  const code = await deliveryCards(page).first().getAttribute('data-appointment');
  await register(page, { ...newCustomer(), phone: '(269) 555-0178' });
  await expect(page.locator(`[data-appointment="${code}"]`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
  await reload(page);
  await expect(deliveryCards(page)).toHaveCount(1);
});
