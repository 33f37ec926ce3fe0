/** Tests a storm: staff move or cancel a window or a day in at most four presses. */
import type { Page } from 'playwright/test';
import { addDays, formatMonthDay, formatWeekday } from '@/domain/dates';
import { expect, earlyTest as test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { expectFit } from './steps/boxes';
import { fillDay, TIME_SLOTS } from './steps/day';
import { callsOf } from './steps/driver';
import { listsLoaded } from './steps/lists';
import { enterAsAdmin } from './steps/staff';

const MOST_PRESSES = 4;

declare global {
  interface Window {
    presses: number;
  }
}

/** Counts the presses on the page from now on. */
const startCounting = (page: Page) =>
  page.evaluate(() => {
    if (window.presses === undefined) {
      addEventListener('pointerdown', () => (window.presses += 1), true);
    }
    window.presses = 0;
  });
const expectFewPresses = async (page: Page) =>
  expect(await page.evaluate(() => window.presses)).toBeLessThanOrEqual(MOST_PRESSES);

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click();
/** Opens Schedule, and waits until today's list has the deliveries that were booked last. */
const openSchedule = async (page: Page, guests: number) => {
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await listsLoaded(page);
  await expect(page.locator('tr[data-line]').filter({ hasText: 'Guest ' })).toHaveCount(guests);
};
const chooseDay = async (page: Page, days: number) => {
  await page.getByRole('navigation', { name: 'Days' }).getByRole('button').nth(days).click();
  await listsLoaded(page);
};
/** The result of a bulk change, at the bottom of the page. */
const result = (page: Page, text: string) => page.locator('[data-bulk]').filter({ hasText: text });
/** A window's heading in the list of the day. */
const headingOf = (page: Page, slot: number) =>
  page.locator('tbody').nth(slot).locator('th[scope=rowgroup]');

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height });
      await enterAsAdmin(page, '/admin');
      await listsLoaded(page);
    });

    test('staff move a window of today to later today', async ({ page, product }) => {
      const calls = callsOf(page, product.url);
      await calls.call('admin.setDefaultCapacity', { capacity: 10 });
      const { date } = await fillDay(calls, 0, [0, 0]);
      await startCounting(page);
      await openSchedule(page, 2);
      await press(page, `Move or Cancel ${TIME_SLOTS[0]}`);
      const dialog = page.getByRole('dialog', { name: 'Move deliveries' });
      const later = `${formatWeekday(date)}, ${formatMonthDay(date)}, 2 PM - 4 PM`;
      const target = dialog.getByRole('button', { name: later, exact: true });
      await expect(target).toHaveAttribute('aria-pressed', 'false');
      await axeFindsNothing(page, 'dialog[open]');
      await expectFit(page);
      await target.click();
      await expect(target).toHaveAttribute('aria-pressed', 'true');
      await expect(dialog.getByLabel('Close 10 AM - 12 PM to new orders')).toBeChecked();
      await dialog.getByRole('button', { name: /^Move \d+ Deliver/ }).click();
      await expectFewPresses(page);
      await expect(result(page, 'moved')).toBeVisible();
      await expect(headingOf(page, 0)).toContainText('blocked');
    });

    test('staff cancel a window of today, and its dialog asks first', async ({ page, product }) => {
      await fillDay(callsOf(page, product.url), 0, [1, 1]);
      await startCounting(page);
      await openSchedule(page, 2);
      await press(page, `Move or Cancel ${TIME_SLOTS[1]}`);
      await press(page, 'Cancel Deliveries Instead');
      const dialog = page.getByRole('dialog', {
        name: /^Cancel \d+ deliveries on .*12 PM - 2 PM\?$/,
      });
      await axeFindsNothing(page, 'dialog[open]');
      await expectFit(page);
      await dialog.getByRole('button', { name: 'Cancel Deliveries', exact: true }).click();
      await expectFewPresses(page);
      await expect(result(page, 'cancelled')).toBeVisible();
      await expect(headingOf(page, 1)).toContainText('blocked');
    });

    test('staff move another day to the next one', async ({ page, product }) => {
      const { date } = await fillDay(callsOf(page, product.url), 9, [0, 1, 2]);
      await openSchedule(page, 0);
      await startCounting(page);
      await chooseDay(page, 9);
      await press(page, 'Move or Cancel This Day');
      const next = addDays(date, 1);
      const target = `${formatWeekday(next)}, ${formatMonthDay(next)}, at the same times`;
      await press(page, target);
      await press(page, 'Move 3 Deliveries');
      await expectFewPresses(page);
      await expect(result(page, '3 moved')).toBeVisible();
      await expect(page.getByText('No deliveries on this day')).toBeVisible();
    });

    test('staff cancel another day, which closes it', async ({ page, product }) => {
      const calls = callsOf(page, product.url);
      const { date } = await fillDay(calls, 9, [0, 2]);
      await openSchedule(page, 0);
      await startCounting(page);
      await chooseDay(page, 9);
      await press(page, 'Move or Cancel This Day');
      await press(page, 'Cancel Deliveries Instead');
      const day = `${formatWeekday(date)}, ${formatMonthDay(date)}`;
      const dialog = page.getByRole('dialog', { name: `Cancel 2 deliveries on ${day}?` });
      await expect(dialog.getByText('We’ll close the day to new orders first.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel Deliveries', exact: true }).click();
      await expectFewPresses(page);
      await expect(result(page, '2 cancelled')).toBeVisible();
      const { timeSlots } = await calls.ask('admin.day', { date });
      for (const { closedBy } of timeSlots) expect(closedBy).toContain('blocked');
    });

    test('staff find the storm by its word, also with the keyboard', async ({ page, product }) => {
      await fillDay(callsOf(page, product.url), 0, [0, 0]);
      await openSchedule(page, 2);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('storm');
      await expect(page.getByRole('option', { name: /^Move or Cancel This Day/ })).toBeVisible();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /^Move / });
      await expect(dialog.getByLabel('Move All To')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  });
}
