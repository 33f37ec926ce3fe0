import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { pressTwice, whileCallFails } from './steps/connection';
import { enterAsCustomer } from './steps/customer';
import { goBack } from './steps/history';
import {
  answer,
  cardOf,
  confirmAppointment,
  enterAsAdmin,
  scheduleAppointment,
} from './steps/staff';

/** This card can be saved, but its charges are declined. */
const DECLINED_LATER = '4000000000000341';

test('staff reschedule, retry, record cash for, and partially refund a declined delivery', async ({
  page,
}) => {
  await enterAsCustomer(page);
  const code = await bookWithCard(page, { gallons: '10', from: 6 }, DECLINED_LATER);

  await enterAsAdmin(page, `/admin?q=${code}`);
  await cardOf(page, code).getByRole('button', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: 'Reschedule' });
  await move.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('Nothing Changed')).toBeVisible();
  await expect(page.getByText(`${code} Rescheduled`)).toBeHidden();
  await expect(move).toBeHidden();
  await cardOf(page, code).getByRole('button', { name: 'Reschedule' }).click();
  await move.getByLabel('Location').fill('Indian Lake Yacht Club');
  await move.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText(`${code} Rescheduled`)).toBeVisible();
  await expect(cardOf(page, code)).toContainText('Indian Lake Yacht Club');

  await confirmAppointment(page, code);
  await scheduleAppointment(page, code);
  await cardOf(page, code, 'Scheduled').getByRole('button', { name: 'Complete Service' }).click();
  await page.getByRole('button', { name: 'Complete Delivery' }).click();
  await expect(page.getByText('Service Complete - Payment Issue')).toBeVisible();
  const card = cardOf(page, code, 'Completed');
  await expect(card).toContainText('Payment Failed');

  // On a phone, an error covers the bar until it's closed.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: code });
  await expect(waiting).toContainText('Declined');
  await waiting.getByRole('button', { name: 'Send Payment Link' }).click();
  await expect(page.getByText('Payment Link Sent')).toBeVisible();
  await waiting.getByRole('button', { name: 'Retry Charge' }).click();
  await answer(page, /^Retry the .* charge\?$/, 'Not Now');
  await waiting.getByRole('button', { name: 'Retry Charge' }).click();
  const question = page.getByRole('dialog', { name: /^Retry the .* charge\?$/ });
  await pressTwice(
    page,
    'admin.retryCharge',
    question.getByRole('button', { name: 'Retry Charge' }),
  );
  await expect(page.getByText('Payment Error')).toBeVisible();
  await expect(waiting).toContainText('Declined');
  // Back closes the open dialog and stays on the page.
  await expect(question).toBeHidden();
  await goBack(page);

  await whileCallFails(page, 'admin.retryCharge', async () => {
    await card.getByRole('button', { name: 'Retry Charge' }).click();
    await answer(page, /^Retry the .* charge\?$/, 'Retry Charge');
    await expect(page.getByText('Failed to create balance payment.')).toBeVisible();
  });
  await card.getByRole('button', { name: 'Retry Charge' }).click();
  await answer(page, /^Retry the .* charge\?$/, 'Retry Charge');
  await expect(page.getByText('Payment Error')).toBeVisible();
  await card.getByRole('button', { name: 'Record Cash' }).click();
  await answer(page, /in cash\?$/, 'Record Cash');
  await expect(page.getByText('Cash Recorded')).toBeVisible();
  await expect(card).toContainText('Payment Complete');

  await card.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: `Refund ${code}` });
  await refund.getByText('Partial amount').click();
  await refund.getByRole('textbox', { name: 'Amount' }).fill('10');
  await refund.getByRole('button', { name: 'Refund $10.00' }).click();
  await expect(card).toContainText('$10.00 refunded');
});
