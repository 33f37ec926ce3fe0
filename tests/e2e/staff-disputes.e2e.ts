import { expect, test } from '../support/e2e';
import { bookWithCard } from './steps/booked-delivery';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { enterAsCustomer } from './steps/customer';
import { goBack } from './steps/history';
import {
  cardOf,
  completeService,
  confirmAppointment,
  enterAsAdmin,
  scheduleAppointment,
} from './steps/staff';

/** This card can be charged, and the charge is immediately disputed as fraudulent. */
const DISPUTED = '4000000000000259';

test('a disputed payment shows on its appointment and in “Needs attention”, with printable evidence', async ({
  page,
}) => {
  await enterAsCustomer(page);
  const code = await bookWithCard(page, { gallons: '10', from: 6 }, DISPUTED);

  await enterAsAdmin(page, `/admin?q=${code}`);
  await confirmAppointment(page, code);
  await scheduleAppointment(page, code);
  await completeService(page, code, '10');
  const card = cardOf(page, code, 'Completed');
  const box = card.getByRole('region', { name: 'Dispute' });
  await expect(box).toContainText('Disputed: $');
  await expect(box).toContainText('they didn’t make this payment');
  await expect(box).toContainText(/Respond by \w+day, \w+ \d+, \d{4},\s\d+:\d\d\s[AP]M/);
  await expect(card.getByRole('button', { name: 'Refund' })).toHaveCount(0);

  await page.goto('/admin?view=money&kind=disputed');
  const waiting = page.getByRole('listitem').filter({ hasText: code });
  await waiting.getByRole('link', { name: 'View Evidence' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Evidence for ${code}`);
  await goBack(page);
  await expect(waiting).toContainText('Disputed');

  await page.getByRole('link', { name: /Needs attention 1 open/ }).click();
  const item = page.getByRole('article', { name: `Dispute ${code}` });
  await expect(item).toContainText('Needs response');
  await expect(item.getByRole('link', { name: 'Respond in Stripe' })).toHaveAttribute(
    'href',
    /^https:\/\/dashboard\.stripe\.com\/disputes\/dp_/,
  );
  await item.getByRole('link', { name: 'View Evidence' }).press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Evidence for ${code}`);
  await expect(page.getByRole('region', { name: 'Dispute' })).toContainText('dp_');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Dana Rivers');
  await expect(receipt).toContainText('0259');
  const photos = page.getByRole('region', { name: 'Photos' }).getByRole('img');
  await expect(photos).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Agreed terms' })).toContainText(
    'Amount due now: $0.00',
  );
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Completed');
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Delivery booked');
  await expectFitPhoneAndDesk(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Needs attention' })).toHaveCount(0);
  await expect(receipt).toBeVisible();
});

test('evidence of a missing delivery shows an error and can be loaded again', async ({ page }) => {
  await enterAsAdmin(page, '/admin/evidence/nothing');
  await expect(page.getByText('We couldn’t load the evidence')).toBeVisible();
  await expect(page.getByRole('button', { name: /again|Retry/ })).toBeVisible();
});
