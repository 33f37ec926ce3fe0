/**
 * Staff send last month's invoices of house accounts, send a reminder of an overdue one, and record
 * its payment.
 */
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { owe, owingCustomer } from './steps/owed';
import { answer, enterAsAdmin } from './steps/staff';

test('staff send an invoice from Today, send a reminder, and record the payment', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const calls = await owingCustomer(page, product.url);
  await calls.call('admin.changeHouseAccount', {
    ...{ userId: calls.customerId, termsDays: '10', billTo: 'Maple Marina', creditLimit: '' },
    ...{ billingEmail: 'office@marina.example', isEnded: false, readChange: null },
  });
  const { id } = await owe(calls, 20);
  const database = openBeside(product.folder);
  await database.execute({
    sql: "update appointments set date = '2026-01-15' where id = ?",
    args: [id],
  });

  await enterAsAdmin(page, '/admin');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: /invoice to send/ }).click();
  const toSend = page.getByRole('list', { name: 'Invoices to send' });
  await expect(toSend).toContainText('Olive Owing');
  await expectFitPhoneAndDesk(page);
  await toSend.getByRole('button', { name: 'Issue and Send' }).click();
  await expect(page.getByText('Invoice 1 Sent')).toBeVisible();
  await expect(toSend).toBeHidden();
  await expect(async () => {
    await page.goto('/dev/mailbox');
    await expect(page.getByRole('link', { name: 'Invoice 1.pdf' })).toBeVisible({ timeout: 500 });
  }).toPass();

  await database.batch([
    'drop trigger invoices_changed',
    "update invoices set due_on = '2026-02-01'",
  ]);
  database.close();
  await page.goto('/admin');
  await today.getByRole('link', { name: /overdue invoice/ }).click();
  const overdue = page.getByRole('list', { name: 'Overdue invoices' });
  await overdue.getByRole('button', { name: 'Send Reminder' }).click();
  await expect(page.getByText('Reminder Sent')).toBeVisible();
  await expect(overdue).toContainText('Reminded');
  await overdue.getByRole('button', { name: 'Send Reminder' }).click();
  await answer(page, 'Send the reminder again?', 'Don’t Send');
  await expectFitPhoneAndDesk(page);
  const amount = await overdue.getByText(/^\$[\d.]+$/).textContent();
  await overdue.getByRole('button', { name: 'Record Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  await dialog.getByLabel('Amount').fill(String(amount).slice(1));
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expect(page.getByText('Payment Recorded')).toBeVisible();
  await expect(overdue).toBeHidden();
  await page.goto('/admin');
  await expect(today).toBeVisible();
  await expect(today.getByRole('link', { name: /invoice/ })).toBeHidden();
});
