/** Tests the open payments view in a browser. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { boxAtRest } from './steps/boxes';
import { pressTwice, pressWithBrokenConnection, whileCallFails } from './steps/connection';
import { goBack, reload } from './steps/history';
import { giveCard, owe, owingCustomer, recordLate, scheduleFor } from './steps/owed';
import { answer } from './steps/staff';

const waiting = (page: Page) =>
  page.getByRole('list', { name: 'Open payments' }).getByRole('listitem');
const lineOf = (page: Page, code: string) => waiting(page).filter({ hasText: code });
const codes = (page: Page) =>
  waiting(page).evaluateAll((lines) => lines.map((line) => line.getAttribute('data-line')));

test('the address has the filter, order, page, and open delivery, and Back steps through them', async ({
  page,
  product,
}) => {
  const calls = await owingCustomer(page, product.url);
  const [small, large, held] = [
    await owe(calls, 5),
    await owe(calls, 20),
    await scheduleFor(calls, 10),
  ];
  await recordLate(calls, held, { actualGallons: 100 });
  await page.goto(`/admin?view=money&customer=${calls.customerId}`);
  await expect(page.getByRole('status').filter({ hasText: '3 payments' })).toBeVisible();
  await expect
    .poll(() => codes(page))
    .toEqual([small, large, held].map(({ publicCode }) => publicCode));

  await page.getByRole('button', { name: /^Owed 2/ }).click();
  await expect(page).toHaveURL(/kind=owed/);
  await expect(page.getByRole('status').filter({ hasText: '2 payments' })).toBeVisible();
  await page.getByLabel('Sort by', { exact: true }).selectOption('Largest first');
  await expect(page).toHaveURL(/order=largest/);
  await expect(waiting(page).first()).toContainText(large.publicCode);
  await reload(page);
  await expect(waiting(page)).toHaveCount(2);
  await expect.poll(() => codes(page)).toEqual([large.publicCode, small.publicCode]);

  // The keys are the same as in the day view.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(lineOf(page, small.publicCode).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('k');
  await expect(lineOf(page, large.publicCode).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const open = page.getByRole('complementary', { name: 'Appointment' });
  await expect(open).toContainText(large.publicCode);
  await expect(page).toHaveURL(new RegExp(`open=${large.id}`));
  // The close button removes the open delivery's history entry, so that each Back below has an
  // effect.
  await page.getByRole('button', { name: 'Close Panel' }).dblclick();
  await expect(open).toBeHidden();
  await expect(lineOf(page, large.publicCode).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(open).toContainText(large.publicCode);
  await goBack(page);
  await expect(open).toBeHidden();
  await expect(page).toHaveURL(/order=largest/);
  await goBack(page);
  await expect(page).not.toHaveURL(/order=/);
  await expect(waiting(page).first()).toContainText(small.publicCode);
  await goBack(page);
  await expect(waiting(page)).toHaveCount(3);
  await page.getByRole('button', { name: /^Customer: Olive Owing/ }).click();
  await expect(page).not.toHaveURL(/customer=/);
});

test('cash, a card retry, and the payment link each ask, report a failure, and count once', async ({
  page,
  product,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const calls = await owingCustomer(page, product.url);
  const { publicCode } = await owe(calls, 10);
  await page.goto(`/admin?view=money&customer=${calls.customerId}`);
  const line = lineOf(page, publicCode);
  await expect(line).toContainText('$66.00');

  const refused = 'We couldn’t get the payment link. Try again.';
  await pressWithBrokenConnection(page, 'admin.sendPayLink', 'Send Payment Link', [refused], line);
  await expect(page.getByText(/^We’re sending it to olive/)).toBeVisible();
  await pressWithBrokenConnection(page, 'admin.showLink', 'Copy Payment Link', [refused], line);
  await expect(page.getByText('Payment Link Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/d\/\w{22}\?pay=now$/);

  await line.getByRole('button', { name: 'Record Cash' }).click();
  const question = page.getByRole('dialog', { name: 'Record $66.00 in cash?' });
  const record = question.getByRole('button', { name: 'Record Cash' });
  await question.getByRole('button', { name: 'Not Now' }).click();
  await whileCallFails(page, 'admin.recordCash', async () => {
    await line.getByRole('button', { name: 'Record Cash' }).click();
    await pressTwice(page, 'admin.recordCash', record);
    await expect(page.getByText('The cash wasn’t recorded. Try again.')).toBeVisible();
  });
  await line.getByRole('button', { name: 'Record Cash' }).click();
  await pressTwice(page, 'admin.recordCash', record);
  await expect(page.getByText('Cash Recorded')).toBeVisible();
  await expect(line).toContainText('Settled or moved to another page');
  await expect(line.getByRole('button')).toHaveCount(1);
  await expect(line.getByRole('button', { name: publicCode })).toBeFocused();
});

test('a charge in review is approved or written off with one press, and a rest opens its item', async ({
  page,
  product,
}) => {
  const calls = await owingCustomer(page, product.url);
  const [charged, forgiven, rest] = [
    await scheduleFor(calls, 10),
    await scheduleFor(calls, 10),
    await scheduleFor(calls, 40),
  ];
  await recordLate(calls, charged, { actualGallons: 100 });
  await recordLate(calls, forgiven, { actualGallons: 100 });
  await recordLate(calls, rest, { actualGallons: 40, expectedTotal: '170.00' });
  await page.goto(`/admin?view=money&kind=to_review&customer=${calls.customerId}`);
  await expect(waiting(page)).toHaveCount(3);

  const first = lineOf(page, charged.publicCode);
  await first.getByRole('button', { name: 'Charge' }).click();
  const charge = page.getByRole('dialog', { name: `Charge $435.00 for ${charged.publicCode}?` });
  await charge.getByRole('button', { name: 'Not Now' }).click();
  await whileCallFails(page, 'admin.releaseCharge', async () => {
    await first.getByRole('button', { name: 'Charge' }).click();
    await charge.getByRole('button', { name: 'Charge $435.00' }).click();
    await expect(page.getByText('Nothing was changed. Try again.')).toBeVisible();
  });
  await first.getByRole('button', { name: 'Charge' }).click();
  await pressTwice(
    page,
    'admin.releaseCharge',
    charge.getByRole('button', { name: 'Charge $435.00' }),
  );
  await expect(page.getByText(`${charged.publicCode} Charged`)).toBeVisible();
  await expect(first).toContainText('Settled or moved to another page');

  const second = lineOf(page, forgiven.publicCode);
  await second.getByRole('button', { name: 'Write Off' }).click();
  await answer(page, `Write off $435.00 for ${forgiven.publicCode}?`, 'Write Off $435.00');
  await expect(page.getByText(`${forgiven.publicCode} Written Off`)).toBeVisible();
  await expect(second).toContainText('Settled or moved to another page');

  const third = lineOf(page, rest.publicCode);
  await expect(third.getByRole('button', { name: 'Charge' })).toHaveCount(0);
  await third.getByRole('link', { name: 'Needs attention' }).click();
  const item = page.getByRole('article', { name: `Charge in review ${rest.publicCode}` });
  await expect(page.getByRole('listitem').filter({ has: item })).toBeFocused();
});

test('a refund that the bank returned is made again once, and its line disappears', async ({
  page,
  product,
}) => {
  const calls = await owingCustomer(page, product.url);
  const booked = await scheduleFor({ ...calls, customerId: null }, 10);
  // This card can be charged, but its bank later returns refunds.
  await giveCard(page, product.url, calls, booked, '4000000000005126');
  await calls.call('admin.complete', { id: booked.id, actualGallons: 10 });
  const refund = { id: booked.id, amount: 10, requestId: crypto.randomUUID() };
  await calls.call('admin.refund', refund);
  await page.goto('/admin?view=money');
  const line = lineOf(page, booked.publicCode);
  await expect(line).toContainText('Refund failed');
  await expect(line).toContainText('$10.00');
  const dialog = page.getByRole('dialog', { name: `Refund ${booked.publicCode}` });
  const again = dialog.getByRole('button', { name: 'Refund $10.00' });
  await line.getByRole('button', { name: 'Refund Again' }).click();
  await dialog.getByText('Partial amount').click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('10');
  await whileCallFails(page, 'admin.refund?', async () => {
    await again.click();
    await expect(page.getByText('The refund wasn’t made. Try again.')).toBeVisible();
  });
  await pressTwice(page, 'admin.refund?', again);
  await expect(page.getByText('$10.00 refunded')).toBeVisible();
  await expect(line).toContainText('Settled or moved to another page');
});

test('a line that someone else settles stays in place until the list is reloaded', async ({
  page,
  product,
}) => {
  const calls = await owingCustomer(page, product.url);
  const [first, second] = [await owe(calls, 10), await owe(calls, 20)];
  await page.goto(`/admin?view=money&customer=${calls.customerId}`);
  const line = lineOf(page, second.publicCode);
  const cash = line.getByRole('button', { name: 'Record Cash' });
  await cash.focus();
  const place = await boxAtRest(cash);
  await calls.call('admin.recordCash', { id: first.id, note: '', amount: null });
  const third = await owe(calls, 30);
  await expect(lineOf(page, first.publicCode)).toContainText('Settled or moved to another page');
  await expect(lineOf(page, third.publicCode)).toBeVisible();
  await expect
    .poll(() => codes(page))
    .toEqual([first, second, third].map(({ publicCode }) => publicCode));
  const renew = page.getByRole('button', { name: 'Refresh List' });
  await expect(renew).toBeVisible();
  expect(await boxAtRest(cash)).toEqual(place);
  await expect(cash).toBeFocused();
  await renew.click();
  await expect(waiting(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Open payments' })).toBeFocused();
});

test('customers and reports link to their own payments, and to a page that exists', async ({
  page,
  product,
}) => {
  const calls = await owingCustomer(page, product.url);
  for (const gallons of [10, 10]) await owe(calls, gallons);
  await page.goto('/admin?tab=customers&sort=balance&desc=true');
  const row = page.getByRole('row').filter({ hasText: 'Olive Owing' });
  await expect(page.getByRole('row').nth(1)).toContainText('Olive Owing');
  await row.getByRole('link', { name: '$132.00' }).click();
  await expect(page).toHaveURL(/kind=owed/);
  const sum = page.getByRole('status').filter({ hasText: '2 payments, $132.00' });
  await expect(sum).toBeVisible();
  await page.goto(`${page.url()}&page=9`);
  await expect(waiting(page)).toHaveCount(2);
  await expect(page).not.toHaveURL(/page=/);

  await page.goto(`/admin?tab=customers&customer=${calls.customerId}`);
  await page.getByRole('link', { name: '$132.00' }).click();
  await expect(page.getByRole('button', { name: /^Customer: Olive Owing/ })).toBeVisible();

  const { days } = await calls.ask('slots.window');
  const { date } = days[1];
  await page.goto(`/admin/reports?from=${date}&to=${date}`);
  await page.getByRole('link', { name: '$132.00 owed' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${date}&to=${date}`));
  await expect(sum).toBeVisible();
  await page.getByRole('button', { name: /show all dates$/ }).click();
  await expect(page).not.toHaveURL(/from=/);
});
