/** A day's deliveries are assigned by dock, and a sick driver's stops go to another driver. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { expectFit } from './steps/boxes';
import { addDriver, confirmAll, fillDay } from './steps/day';
import { callsOf } from './steps/driver';
import { listsLoaded, showTools } from './steps/lists';
import { enterAsAdmin } from './steps/staff';

const DESK = { width: 1440, height: 900 };
const DOCKS = ['Eagle Point Marina', 'Maple Island Marina', 'Pier 2', 'Pier 10'];

/** Counts presses of the mouse. A drop-down list counts as two. */
function presses(page: Page) {
  const counted = { count: 0 };
  const button = async (name: RegExp) => {
    await page.getByRole('button', { name }).click();
    counted.count += 1;
  };
  const group = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    counted.count += 1;
  };
  const groupBy = async (label: string) => {
    await page.getByLabel('Group by').selectOption(label);
    counted.count += 2;
  };
  return { counted, button, group, groupBy };
}

test('staff assign a day by dock in a dozen presses, and a sick driver’s stops in four', async ({
  page,
  product,
}) => {
  const calls = callsOf(page, product.url);
  await page.setViewportSize(DESK);
  await enterAsAdmin(page, '/admin');
  for (const name of ['Erin Vale', 'Ola Berg']) await addDriver(calls, name);
  const all = [];
  let date = '';
  for (const location of DOCKS) {
    const filled = await fillDay(calls, 11, [0, 1, 2], { location });
    date = filled.date;
    all.push(...filled.guests);
  }
  await confirmAll(calls, all);
  await page.goto(`/admin?view=day&day=${date}`);
  await listsLoaded(page);

  const byDock = presses(page);
  await byDock.groupBy('Group by dock');
  for (const [index, dock] of DOCKS.entries()) {
    await byDock.group(dock);
    await byDock.button(index < 2 ? /^Erin Vale/ : /^Ola Berg/);
    await expect(page.getByText(/selected$/)).toHaveCount(0);
  }
  expect(byDock.counted.count).toBeLessThanOrEqual(12);
  for (const { publicCode } of all) {
    const row = page.locator(`tr[data-line="${publicCode}"]`);
    await expect(row).toContainText('Scheduled');
    await expect(row).toContainText(/Erin Vale|Ola Berg/);
  }
  await axeFindsNothing(page);

  const sick = presses(page);
  await sick.groupBy('Group by driver');
  await sick.group('Erin Vale');
  // The button shows the resulting day of the driver.
  await expect(page.getByRole('button', { name: /^Ola Berg/ })).toContainText(
    '6 → 12 stops, 240 gal',
  );
  await sick.button(/^Ola Berg/);
  expect(sick.counted.count).toBeLessThanOrEqual(4);
  await expect(page.locator('tr[data-line]', { hasText: 'Ola Berg' })).toHaveCount(12);
});

test('staff filter a day’s list and select a range with Shift', async ({ page, product }) => {
  const calls = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { date, guests } = await fillDay(calls, 12, [0, 0, 0, 1, 1]);
  await page.goto(`/admin?view=day&day=${date}`);
  await listsLoaded(page);
  await page.setViewportSize(DESK);
  const boxOf = (index: number) =>
    page.getByRole('checkbox', { name: `Select ${guests[index]?.customerName}`, exact: true });

  await boxOf(1).click();
  await boxOf(3).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(boxOf(0)).not.toBeChecked();
  await expect(boxOf(4)).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear Selection' }).click();

  const filter = page.getByRole('searchbox', { name: 'Filter this day' });
  // A short name could also be part of another delivery's code.
  await filter.fill(`PENDING GUEST ${guests[3]?.publicCode}`);
  await expect(page.locator('tr[data-line]')).toHaveCount(1);
  await expect(page.locator('tr[data-line]')).toContainText(guests[3]?.customerName ?? '');
  await filter.fill('nothing of this day');
  await expect(page.getByText('No deliveries match the filter')).toBeVisible();
  await filter.fill('');
  await expect(page.locator('tr[data-line]')).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await showTools(page);
  await page.getByLabel('Group by').selectOption('Group by status');
  await boxOf(0).check();
  await expectFit(page);
  await axeFindsNothing(page);
});

test('staff assign a day with a suggested plan, and undo it', async ({ page, product }) => {
  const calls = callsOf(page, product.url);
  await page.setViewportSize(DESK);
  await enterAsAdmin(page, '/admin');
  await addDriver(calls, 'Erin Vale');
  const { date, guests } = await fillDay(calls, 12, [0, 0, 1, 2]);
  await confirmAll(calls, guests);
  await page.goto(`/admin?view=day&day=${date}`);
  await listsLoaded(page);
  await page.getByRole('button', { name: 'Suggest a Plan' }).click();
  const dialog = page.getByRole('dialog', { name: /^Suggested plan for / });
  await expect(dialog.getByRole('list', { name: 'Drivers' })).toContainText(
    /0 → \d stops?, \d+ gal/,
  );
  await axeFindsNothing(page, 'dialog[open]');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Assign 4 Deliveries' }).click();
  const scheduled = page.locator('tr[data-line]', { hasText: 'Scheduled' });
  await expect(scheduled).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo All' }).click();
  await expect(scheduled).toHaveCount(0);
  await expect(page.locator('tr[data-line]', { hasText: 'No driver' })).toHaveCount(4);
});
