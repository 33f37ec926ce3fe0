/** A customer exports their data, and deletes the account once nothing is open. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/e2e';
import { bookWithCard, deliveryCards } from './steps/booked-delivery';
import { pressWithBrokenConnection } from './steps/connection';
import { enterAsCustomer, logIn } from './steps/customer';
import { openHome } from './steps/order-form';

test('a customer exports their data, sees which open delivery blocks deletion, and then deletes everything', async ({
  page,
}) => {
  const customer = await enterAsCustomer(page, '/schedule');
  const code = await bookWithCard(page);
  await page.goto('/account?tab=security');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download My Data' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    profile: { username: customer.username },
    appointments: [{ publicCode: code }],
  });

  await page.getByRole('button', { name: 'Delete My Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText(`${code}: not delivered yet`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep My Account' }).click();
  await expect(dialog).toBeHidden();

  await openHome(page);
  await deliveryCards(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Delivery' }).click();
  await expect(deliveryCards(page)).toHaveCount(0);

  await page.goto('/account?tab=security');
  await page.getByRole('button', { name: 'Delete My Account' }).click();
  await dialog.getByLabel('Current Password').fill('not-this-one');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByText('Your current password is incorrect.').first()).toBeVisible();
  await dialog.getByLabel('Current Password').fill(customer.password);
  await pressWithBrokenConnection(page, 'account.delete', 'Delete My Account', [], dialog);
  await expect(page.getByText('Account Deleted')).toBeVisible();
  await expect(page.getByText('Authentication Required')).toBeVisible();

  await page.goto('/');
  await logIn(page, customer);
  await expect(page.getByText('Invalid username or password').first()).toBeVisible();
});
