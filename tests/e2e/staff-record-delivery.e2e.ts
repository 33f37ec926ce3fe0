import { expect, test } from '../support/e2e';
import { whileCallFails } from './steps/connection';
import { answer, bookAsGuest, call, cardOf, enterAsAdmin } from './steps/staff';

test('staff record the delivery of a cancelled appointment and a partial cash payment', async ({
  page,
}) => {
  const { id, publicCode } = await bookAsGuest(page, 'Recorded Pier');
  await enterAsAdmin(page, '/admin');
  await call(page, 'admin.confirm', { id, noCardReason: 'Pays at the dock' });
  await call(page, 'admin.cancel', { id, reason: 'Called off' });
  await page.goto(`/admin?q=${publicCode}`);
  const card = cardOf(page, publicCode);
  await card.getByRole('button', { name: 'Record Delivery' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record delivery' });
  await dialog.getByLabel('Actual Gallons Delivered').fill('9.5');
  await dialog.getByRole('button', { name: 'Record Delivery' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  // Without trucks, there's no ticket.
  await expect(dialog.getByText('Meter readings')).toBeHidden();
  await dialog.getByLabel('Reason').fill('The driver was there already');
  await whileCallFails(page, 'admin.recordDelivery', async () => {
    await dialog.getByRole('button', { name: 'Record Delivery' }).click();
    await expect(page.getByText('Completion Failed')).toBeVisible();
  });
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Record Delivery' }).click();
  await expect(dialog).toBeHidden();
  const done = cardOf(page, publicCode, 'Completed');
  await expect(done).toContainText('balance due');

  await done.getByRole('button', { name: 'Record Cash' }).click();
  const cash = page.getByRole('dialog', { name: /in cash\?$/ });
  await cash.getByLabel('Amount').fill('1000');
  await cash.getByRole('button', { name: 'Record Cash' }).click();
  await expect(cash.getByText(/^Please enter an amount from \$0\.01 to/)).toBeVisible();
  await cash.getByLabel('Amount').fill('20');
  await cash.getByRole('button', { name: 'Record Cash' }).click();
  await expect(cash).toBeHidden();
  await expect(done).toContainText('$20.00 already paid');
  await done.getByRole('button', { name: 'Record Cash' }).click();
  await answer(page, /in cash\?$/, 'Record Cash');
  await expect(done).toContainText('Payment Complete');
});
