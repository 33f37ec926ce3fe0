/** Tests bulk changes: a day is moved in a few presses and restored with one. */
import { once } from 'node:events';
import type { Locator, Page } from 'playwright/test';
import { addDays, formatMonthDay, formatWeekday } from '@/domain/dates';
import { openBeside } from '../support/beside';
import { expect, ownProcess, test } from '../support/e2e';
import { BUILT, type Product, startProduct } from '../support/product';
import { axeFindsNothing } from './steps/axe';
import { expectFit } from './steps/boxes';
import { pressTwice } from './steps/connection';
import { addDriver, confirmAll, fillDay, type Guest, TIME_SLOTS } from './steps/day';
import { callsOf } from './steps/driver';
import { goBack, reload } from './steps/history';
import { goToDay, listsLoaded, showTools } from './steps/lists';
import { enterAsAdmin } from './steps/staff';

/** Each test runs on a phone, and checks desktop-only parts separately. */
const DESK = { width: 1440, height: 900 };
/** The call that starts a bulk change. */
const BEGINS = 'admin.beginBulkChange';
const lineOf = (page: Page) => page.locator('tr[data-line]');
const rowOf = (page: Page, { publicCode }: Guest) => page.locator(`tr[data-line="${publicCode}"]`);
/** A bulk change's line at the bottom of the page. */
const note = (page: Page, title: string) => page.locator('[data-bulk]').filter({ hasText: title });
const showDetails = (page: Page) => page.getByRole('button', { name: /^Details/ }).click();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openDay(page: Page, date: string) {
  await page.goto(`/admin?view=day&day=${date}`);
  await listsLoaded(page);
}

const choose = async (page: Page, guests: readonly Guest[]) => {
  for (const { customerName } of guests) {
    await page.getByRole('checkbox', { name: `Select ${customerName}`, exact: true }).check();
  }
  await expect(page.getByText(`${guests.length} selected`)).toBeVisible();
};

/**
 * Runs something between the press and the call that starts a bulk change, and counts the calls.
 */
async function beforeItBegins(page: Page, happens: () => Promise<unknown>) {
  const calls = { count: 0 };
  await page.route('**/api/trpc/admin.beginBulkChange**', async (route) => {
    calls.count += 1;
    await happens();
    await route.continue();
  });
  return calls;
}

test('staff move a stormy day in four presses and undo it with one', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=day');
  await goToDay(page, 2);
  await expect(lineOf(page)).toHaveCount(1);

  await showTools(page);
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await page.getByRole('button', { name: 'Move or Cancel This Day' }).click();
  const dialog = page.getByRole('dialog', { name: /^Move / });
  await expect(dialog.getByRole('combobox', { name: /^New window for/ })).toBeVisible();
  await axeFindsNothing(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Move 1 Delivery' }).click();
  await expect(note(page, '1 moved')).toBeVisible();
  await expect(page.getByText('No deliveries on this day')).toBeVisible();

  // Another admin sees the same banner on another screen.
  await page.goto('/admin?tab=calendar');
  await page.getByRole('button', { name: 'Undo All' }).click();
  await expect(note(page, '1 restored')).toBeVisible();
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await expect(days.nth(2)).toContainText('2 windows open');
});

test('staff move all deliveries of a day to another day or window', async ({ page, product }) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { date } = await fillDay(calls, 9, [0, 1, 1]);
  await openDay(page, date);
  await showTools(page);
  await page.getByRole('button', { name: 'Move or Cancel This Day' }).click();
  const dialog = page.getByRole('dialog', { name: /^Move / });
  const next = addDays(date, 1);
  const day = `${formatWeekday(next)}, ${formatMonthDay(next)}`;
  const all = dialog.getByLabel('Move All To');
  await all.selectOption(`${day}, 10 AM - 12 PM`);
  await expect(
    dialog.getByText('2 deliveries don’t fit there. Check their windows below.'),
  ).toBeVisible();
  await all.selectOption(`${day}, at the same times`);
  await expect(dialog.getByText('fit there')).toBeHidden();
  const windows = dialog.getByRole('combobox', { name: /^New window for/ });
  const chosen = windows.locator('option:checked');
  await expect(chosen).toHaveText([
    `${day}, 10 AM - 12 PM`,
    `${day}, 12 PM - 2 PM`,
    `${day}, 2 PM - 4 PM`,
  ]);
  await dialog.getByRole('button', { name: 'Move 3 Deliveries' }).click();
  await expect(note(page, '3 moved')).toBeVisible();
});

test('a window emptied by a move is closed unless staff keep it open, and opens with one press', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { date, guests } = await fillDay(calls, 9, [0, 0, 1]);
  const [first, second] = guests as [Guest, Guest, Guest];
  await openDay(page, date);
  const dialog = page.getByRole('dialog', { name: 'Move deliveries' });
  const closes = dialog.getByLabel('Close 10 AM - 12 PM to new orders');

  await choose(page, [first]);
  await press(page, 'Move');
  await expect(dialog.getByRole('button', { name: 'Move 1 Delivery' })).toBeEnabled();
  await expect(closes).toHaveCount(0);
  await press(page, 'Not Now');

  await page.getByRole('checkbox', { name: `Select ${second.customerName}`, exact: true }).check();
  await press(page, 'Move');
  await expect(closes).toBeChecked();
  // The rest of this day is offered, but not this day at the same times.
  const sameDay = `${formatWeekday(date)}, ${formatMonthDay(date)},`;
  const offered = dialog.getByLabel('Move All To').getByRole('option');
  await expect(offered.filter({ hasText: `${sameDay} 2 PM - 4 PM` })).toHaveCount(1);
  await expect(offered.filter({ hasText: `${sameDay} at the same times` })).toHaveCount(0);
  await axeFindsNothing(page, 'dialog[open]');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Move 2 Deliveries' }).click();
  await showDetails(page);
  await expect(note(page, '2 moved')).toContainText('Closed to new orders:');

  await page.goto('/admin?tab=calendar');
  await page.locator(`[data-date="${date}"]`).click();
  const row = page.locator(`[data-time-slot="${TIME_SLOTS[0]}"]`);
  await expect(row.getByText('Blocked', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^Open / }).click();
  await expect(row.getByText('Available', { exact: true })).toBeVisible();
});

test('staff confirm a whole time slot, changed appointments are left out, and everything is undone', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { date, guests } = await fillDay(calls, 10, [0, 0, 0, 1]);
  const [first, second, changed, later] = guests as [Guest, Guest, Guest, Guest];
  await openDay(page, date);
  await page.getByRole('checkbox', { name: `Select ${TIME_SLOTS[0]}` }).check();
  await expect(page.getByText('3 selected')).toBeVisible();

  // Back closes the dialog and keeps the selection.
  const dialog = page.getByRole('dialog', { name: 'Confirm 3 deliveries?' });
  await press(page, 'Confirm');
  await expect(dialog).toBeVisible();
  await goBack(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 selected')).toBeVisible();

  await press(page, 'Confirm');
  await axeFindsNothing(page, 'dialog[open]');
  await expectFit(page);
  await dialog.getByLabel('Reason').fill('They pay at the dock.');
  const sent = await beforeItBegins(page, () =>
    calls.call('admin.reschedule', { id: changed.id, slipNumber: 'Slip 99' }),
  );
  await pressTwice(page, BEGINS, dialog.getByRole('button', { name: 'Confirm', exact: true }));
  const confirmed = note(page, '2 confirmed · 1 left out');
  await expect(confirmed.getByText(/^\d:\d\d$/)).toBeVisible();
  await showDetails(page);
  await expect(confirmed).toContainText('1 left out: Alex Harbor changed it first.');
  await expect(confirmed).toContainText(`${changed.customerName}, ${changed.publicCode}`);
  await axeFindsNothing(page, '[data-bulk-feedback]');
  expect(sent.count).toBe(1);
  for (const guest of [first, second]) await expect(rowOf(page, guest)).toContainText('Confirmed');
  for (const guest of [changed, later]) await expect(rowOf(page, guest)).toContainText('Pending');
  await expect(page.getByText(/chosen$/)).toHaveCount(0);
  await expectFit(page);
  await page.setViewportSize(DESK);

  await confirmed.getByRole('button', { name: 'Undo All' }).click();
  await expect(note(page, '2 restored')).toBeVisible();
  for (const guest of guests) await expect(rowOf(page, guest)).toContainText('Pending');

  // A line that staff closed stays closed, even after a reload.
  await note(page, '2 restored').getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('[data-bulk]')).toHaveCount(0);
  await reload(page);
  await listsLoaded(page);
  await expect(page.locator('[data-bulk]')).toHaveCount(0);
});

test('staff confirm the deliveries that were left out without a card by giving a reason', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { date, guests } = await fillDay(calls, 10, [0, 0, 1]);
  await openDay(page, date);
  await choose(page, guests);
  await press(page, 'Confirm');
  await page
    .getByRole('dialog', { name: 'Confirm 3 deliveries?' })
    .getByRole('button', { name: 'Confirm', exact: true })
    .click();
  const leftOut = note(page, '0 confirmed · 3 left out');
  await showDetails(page);
  // One reason is shown once for all its deliveries.
  await expect(leftOut.getByRole('heading', { name: /^3 left out: No card is saved/ })).toHaveCount(
    1,
  );
  await expectFit(page);
  await press(page, 'Confirm These 3…');
  const dialog = page.getByRole('dialog', { name: 'Confirm 3 deliveries?' });
  await dialog.getByLabel('Reason').fill('They pay at the dock.');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(note(page, '3 confirmed')).toBeVisible();
  for (const guest of guests) await expect(rowOf(page, guest)).toContainText('Confirmed');
  // Once they're confirmed, the earlier change doesn't offer them again.
  await expect(page.getByRole('button', { name: /^Confirm These/ })).toHaveCount(0);

  await choose(page, guests);
  await press(page, 'Confirm');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  const again = note(page, '0 confirmed · 3 already confirmed');
  await expect(again).toBeVisible();
  await expect(again.getByRole('button', { name: 'Undo All' })).toHaveCount(0);
});

const killableTest = test.extend<{ product: Product }>(ownProcess);

killableTest(
  'an interrupted run shows its progress and continues once the product is back',
  async ({ page, product }) => {
    const calls = callsOf(page, product.url);
    await enterAsAdmin(page, '/admin');
    const { date, guests } = await fillDay(calls, 10, [0, 0, 1, 1, 2]);
    await openDay(page, date);
    const db = openBeside(product.folder);
    // From now on, writing the third part fails.
    await db.execute(
      "create trigger full_disk before update of state on bulk_parts when (select count(*) from bulk_parts where state = 'done') >= 2 begin select raise(abort, 'the disk is full'); end",
    );
    await showTools(page);
    await press(page, 'Select All');
    await expect(page.getByText('5 selected')).toBeVisible();
    await press(page, 'Cancel');
    const dialog = page.getByRole('dialog', { name: 'Cancel 5 deliveries?' });
    await dialog.getByLabel('Reason').fill('A storm is coming.');
    await dialog.getByRole('button', { name: 'Cancel Deliveries' }).click();
    await expect(note(page, '2 of 5 cancelled so far')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '2');
    await expect(lineOf(page)).toHaveCount(3);

    product.process.kill('SIGKILL');
    await once(product.process, 'exit');
    await db.execute('drop trigger full_disk');
    db.close();
    const { port } = new URL(product.url);
    const again = await startProduct({
      program: BUILT,
      folder: product.folder,
      env: { PORT: port },
    });
    try {
      const cancelled = note(page, '5 cancelled');
      await expect(cancelled).toBeVisible();
      await expect(page.getByText('No deliveries on this day')).toBeVisible();
      for (const { id } of guests) {
        const { appointment, history } = await calls.ask('admin.appointment', { id });
        expect(appointment.status).toBe('cancelled');
        const acts = history.map(({ action }: { action: string }) => action);
        expect(acts.filter((act: string) => act === 'appointment.cancelled')).toHaveLength(1);
      }
      await cancelled.getByRole('button', { name: 'Undo All' }).click();
      await expect(note(page, '5 restored')).toBeVisible();
      await expect(lineOf(page)).toHaveCount(5);
    } finally {
      await again.stop();
    }
  },
);

test('staff schedule selected deliveries, reassign them and back, and message their customers', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await page.setViewportSize(DESK);
  await enterAsAdmin(page, '/admin');
  for (const name of ['Ola Berg', 'Uma Fjord']) await addDriver(calls, name);
  const { date, guests } = await fillDay(calls, 10, [0, 0, 1]);
  const [first, second, pending] = guests as [Guest, Guest, Guest];
  await confirmAll(calls, [first, second]);
  await openDay(page, date);
  await choose(page, guests);
  await press(page, 'Schedule');
  const schedule = page.getByRole('dialog', { name: 'Schedule 3 deliveries?' });
  await submitWithDriver(schedule, 'Schedule', 'Ola Berg');
  const scheduled = note(page, '2 scheduled · 1 left out');
  await showDetails(page);
  await expect(scheduled).toContainText(pending.publicCode);
  for (const guest of [first, second]) {
    await expect(rowOf(page, guest)).toContainText('Ola Berg');
    await expect(rowOf(page, guest)).toContainText('Scheduled');
  }

  await choose(page, [first, second]);
  await press(page, 'Assign');
  const assign = page.getByRole('dialog', { name: 'Assign 2 deliveries' });
  await submitWithDriver(assign, 'Assign', 'Uma Fjord');
  const assigned = note(page, '2 assigned');
  await expect(assigned).toBeVisible();
  for (const guest of [first, second]) await expect(rowOf(page, guest)).toContainText('Uma Fjord');
  await assigned.getByRole('button', { name: 'Undo All' }).click();
  for (const guest of [first, second]) await expect(rowOf(page, guest)).toContainText('Ola Berg');
  await expect(rowOf(page, pending)).toContainText('No driver');

  const { guests: others } = await fillDay(calls, 10, [2], {
    customerEmail: '',
    customerName: 'Phone Only',
  });
  const [unreached] = others as [Guest];
  await choose(page, [first, second, unreached]);
  await press(page, 'Message');
  const dialog = page.getByRole('dialog', { name: 'Message customers about 3 deliveries' });
  await dialog.getByRole('button', { name: 'Send Message', exact: true }).click();
  await expect(dialog.getByText('Enter a message.')).toBeVisible();
  await dialog.getByLabel('Message').fill('Please leave the key at the harbor office.');
  await pressTwice(page, BEGINS, dialog.getByRole('button', { name: 'Send Message', exact: true }));
  // The customer without an email address gets a text.
  const wrote = note(page, '3 messaged');
  await expect(wrote).toContainText('Customers won’t be notified until');
  await wrote.getByRole('button', { name: 'Undo All' }).click();
  await expect(note(page, '3 restored')).toBeVisible();
  // The assignment was also undone.
  await expect(note(page, '2 restored')).toBeVisible();
  for (const { id } of [first, second]) {
    const { history } = await calls.ask('admin.appointment', { id });
    expect(history[0].action).toBe('appointment.taken_back');
  }
});

/** Asks for a driver if none is selected, then selects one. */
async function submitWithDriver(dialog: Locator, label: string, driver: string) {
  const submit = dialog.getByRole('button', { name: label, exact: true });
  await submit.click();
  await expect(dialog.getByText('Select a driver.')).toBeVisible();
  await dialog.getByLabel('Driver').selectOption(driver);
  await pressTwice(dialog.page(), BEGINS, submit);
}
