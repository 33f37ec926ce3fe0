/** The home page and its order form in browser tests. */
import { expect, type Page } from 'playwright/test';
import { formatLongDate } from '@/domain/dates';

/** The home page without the server's content, so the browser requests everything. */
export const EMPTY_HOME = '/?empty';

/** Opens the home page and waits until it can be used. */
export async function openHome(page: Page) {
  await page.goto('/');
  await canBeUsed(page);
  await showForm(page);
}

/** Dismisses the confirmation of the last booking, if it's shown instead of the form. */
export async function showForm(page: Page) {
  const another = page.getByRole('button', { name: 'Book Another Delivery' });
  await expect(dates(page).first().or(another)).toBeVisible();
  // The page scrolls to a new booking shortly after it's shown, so a press may miss the button.
  await expect(async () => {
    if (await another.isVisible()) await another.click();
    await expect(dates(page).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Opens the home page with a draft whose date has passed, so that no date is selected. */
export async function openWithoutDate(page: Page) {
  await openHome(page);
  await keepPassedDraft(page);
  await page.reload();
  await canBeUsed(page);
  await expect(page.getByText('Select a date to see its windows.')).toBeVisible();
}

/**
 * Resolves once the page's code handles presses. A server-rendered page shows its form before that,
 * and its screen is hydrated a moment after the frame with the toasts.
 */
export async function canBeUsed(page: Page) {
  // The page of a delivery has no toasts, and its parts work as soon as they're shown.
  await expect(page.locator('.toast-layer, [data-part]').first()).toBeAttached();
  await page.waitForFunction(() => !('earlySteps' in window));
}

/** The order form's available dates. */
export const dates = (page: Page) =>
  page.getByRole('group', { name: 'Date' }).locator('input:enabled');

/** The selected date's time slots. */
export const times = (page: Page) => page.getByRole('group', { name: /^Time/ }).getByRole('radio');

/** Formats the date in the title of its windows: "on Friday, June 12". */
export const onDate = (date: string) => `on ${formatLongDate(date).replace(/, \d{4}$/, '')}`;

/** Selects a date (YYYY-MM-DD) by its tile, which covers the radio button inside. */
export async function chooseDate(page: Page, date: string) {
  const input = page.locator(`input[value="${date}"]`);
  await page.locator('label').filter({ has: input }).click();
  await expect(input).toBeChecked();
  // The browser checks the radio button before the page shows the times.
  await expect(page.getByRole('group', { name: `Time ${onDate(date)}` })).toBeVisible();
}

export type ChosenTimeSlot = { date: string; time: string };

/**
 * Selects the first open time slot, starting at date number `from` (0 is today), on a date with at
 * least `timeSlots` of them.
 */
export async function chooseTime(page: Page, from = 1, timeSlots = 1): Promise<ChosenTimeSlot> {
  await canBeUsed(page);
  await showForm(page);
  const values = await dates(page).evaluateAll((nodes) =>
    nodes.map((node) => (node as HTMLInputElement).value),
  );
  for (const date of values.slice(from)) {
    await chooseDate(page, date);
    const open = times(page).and(page.locator(':enabled'));
    if ((await open.count()) < timeSlots) continue;
    const time = await open.first().getAttribute('value');
    await open.first().check();
    return { date, time: time ?? '' };
  }
  throw new Error('no time slot is open');
}

/** Opens the order form's ice or promo code section if it's still collapsed. */
export async function unfold(page: Page, title: 'Add ice' | 'Use a promo code') {
  const fold = page.locator('details').filter({ hasText: title });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
}

/** Stores a draft with a past date. The next page reads it. */
export const keepPassedDraft = (page: Page) =>
  page.evaluate(() => {
    const values = { date: '2020-01-01', time: '10:00 AM - 12:00 PM' };
    localStorage.setItem('dockside.draft', JSON.stringify({ values, at: Date.now() }));
  });

export type Order = { gallons?: string; small?: number; large?: number; from?: number };

/** Fills the whole order form for the first available time slot. */
export async function fillBooking(page: Page, order: Order = {}): Promise<ChosenTimeSlot> {
  await canBeUsed(page);
  const timeSlot = await chooseTime(page, order.from);
  await page.getByLabel('Delivery Location').fill('Eagle Point Marina, Dowagiac');
  await page.getByLabel('Slip Number').fill('Slip 14');
  await page.getByLabel('Estimated Gallons').fill(order.gallons ?? '25');
  if (order.small || order.large) await unfold(page, 'Add ice');
  for (let bag = 0; bag < (order.small ?? 0); bag += 1) {
    await page.getByRole('button', { name: 'More small ice bags' }).click();
  }
  for (let bag = 0; bag < (order.large ?? 0); bag += 1) {
    await page.getByRole('button', { name: 'More large ice bags' }).click();
  }
  return timeSlot;
}

export const scheduleButton = (page: Page) =>
  page.getByRole('button', { name: 'Schedule Delivery' });
