/** The order form's two weeks as a calendar. */

import type { Locator, Page } from 'playwright/test';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { earlyTest, expect, test } from '../support/e2e';
import { hoursInput, windowsOf } from '../support/hours';
import { boxAtRest, expectFit } from './steps/boxes';
import { callsOf } from './steps/driver';
import { reload } from './steps/history';
import { canBeUsed, chooseDate, dates, openHome, times } from './steps/order-form';
import { DEMO } from './steps/staff';

const tiles = (page: Page) => page.getByRole('group', { name: 'Date' }).locator('label');

test('two weeks have 4 columns and fit at 320 px, and 7 from 390 px on', async ({ page }) => {
  await openHome(page);
  await expect(tiles(page)).toHaveCount(14);
  for (const [width, count] of [
    [320, 4],
    [390, 7],
    [820, 7],
    [1440, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page);
    const boxes = await Promise.all((await tiles(page).all()).map((tile) => boxAtRest(tile)));
    const columns = boxes.slice(0, count).map(({ x }) => x);
    expect(new Set(columns).size, `${width} px`).toBe(count);
    expect(boxes.slice(count, 2 * count).map(({ x }) => x)).toEqual(columns);
    const cut = await tiles(page).evaluateAll((all) =>
      all.filter((tile) => tile.scrollWidth > tile.clientWidth).map((tile) => tile.textContent),
    );
    expect(cut).toEqual([]);
  }
});

/** Contrast of an element's text with the background of the tile around it. */
const contrastIn = (tile: Locator) =>
  tile.evaluate((node) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('no canvas');
    const luminance = (color: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = luminance(getComputedStyle(node).backgroundColor);
    const parts = [...node.querySelectorAll('span, svg')].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1,
    );
    const all = parts.map((part) => {
      const ink = luminance(getComputedStyle(part).color);
      return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    });
    return Math.min(...all);
  });

test('everything inside a chosen tile is readable in the light and the dark theme', async ({
  page,
}) => {
  await openHome(page);
  await page.getByRole('radio', { name: 'Into Cans' }).check({ force: true });
  const chosen = page.locator('.choice:has(:checked)');
  // Five options are selected: a date, a time, a fuel, where it goes, and whose cans it goes into.
  await expect(chosen).toHaveCount(5);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(() => document.getAnimations().length === 0);
    for (const one of await chosen.all()) {
      await expect.poll(() => contrastIn(one), { message: colorScheme }).toBeGreaterThan(4.5);
    }
  }
});

test("a day's button names its weather, its wind, and why it's closed", async ({
  page,
  product,
  browser,
}) => {
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  await staff.call('auth.adminLogin', DEMO.admin);
  const { days } = await staff.ask('slots.window');
  const [, , closed] = days;
  await staff.call('admin.blockDays', { from: closed.date });
  // A new product gets its first forecast after its start.
  await expect.poll(async () => (await staff.ask('weather.forecast')).days).toHaveLength(5);
  await office.close();
  await openHome(page);
  const tile = tiles(page).filter({ has: page.locator(`input[value="${closed.date}"]`) });
  await expect(tile).toContainText('No slots');
  await expect(tile).toContainText('closed');
  await expect(tile.getByRole('radio')).toBeDisabled();
  await expect(tiles(page).nth(1)).toContainText(/\d+ mph/);
  await chooseDate(page, days[1].date);
  await expect(
    page.getByText(/^(Sunny|Partly cloudy|Rainy), -?\d+°, wind up to \d+ mph$/),
  ).toBeVisible();
});

test('nothing moves under the finger', async ({ page, product, browser }) => {
  // Fridays have fewer windows.
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  await staff.call('auth.adminLogin', DEMO.admin);
  const { newestEntry: readEntry } = await staff.ask('admin.hours');
  const friday = windowsOf(TIME_SLOTS.slice(1).map(({ label }) => label));
  await staff.call('admin.changeHours', hoursInput({ readEntry }, undefined, { Friday: friday }));
  await office.close();
  await openHome(page);
  const all = await dates(page).evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  const distances = new Set<number>();
  for (const date of all.slice(0, 8)) {
    await chooseDate(page, date);
    await expect(times(page).first()).toBeVisible();
    const { y } = await boxAtRest(page.getByLabel('Estimated Gallons'));
    distances.add(y - (await boxAtRest(tiles(page).first())).y);
  }
  expect([...distances]).toHaveLength(1);
  const fillUp = page.getByRole('button', { name: 'Fill Up' });
  await fillUp.scrollIntoViewIfNeeded();
  const before = await boxAtRest(fillUp);
  await fillUp.click();
  await expect(fillUp).toHaveAttribute('aria-pressed', 'true');
  expect((await boxAtRest(fillUp)).y).toBe(before.y);
});

test('a longer calendar shows two weeks, and later dates on request', async ({
  page,
  product,
  browser,
}) => {
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  await staff.call('auth.adminLogin', DEMO.admin);
  const { newestEntry: readEntry } = await staff.ask('admin.hours');
  await staff.call('admin.changeHours', hoursInput({ daysAhead: 30, readEntry }));
  await openHome(page);
  await expect(tiles(page)).toHaveCount(14);
  const later = page.getByRole('button', { name: 'Later Dates' });
  await later.focus();
  await page.keyboard.press('Enter');
  await expect(tiles(page)).toHaveCount(28);
  // The focus moves to the first open date among the new ones.
  const focused = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  const { days } = await staff.ask('slots.window');
  type Day = { date: string; bookable: boolean };
  expect(focused).toBe(days.slice(14).find(({ bookable }: Day) => bookable).date);
  await page.keyboard.press('Space');
  await expect(page.locator(`input[value="${focused}"]`)).toBeChecked();
  await later.click();
  await expect(tiles(page)).toHaveCount(30);
  await expect(later).toHaveCount(0);
  await chooseDate(page, days.at(-1).date);
  // A reload shows the selected date, wherever it is.
  await reload(page);
  await canBeUsed(page);
  await expect(page.locator(`input[value="${days.at(-1).date}"]`)).toBeChecked();
  await office.close();
});

earlyTest('a day with one spot left shows that', async ({ page, product, browser }) => {
  const office = await browser.newContext();
  const staff = callsOf(office, product.url);
  const { days } = await staff.ask('slots.window');
  const day = days.find(({ left }: { left: number }) => left > 1);
  for (const { label } of day.timeSlots.slice(0, day.left - 1)) {
    await staff.call('booking.create', {
      date: day.date,
      time: label,
      location: 'Eagle Point',
      estimatedGallons: 10,
      customerPhone: '(269) 555-0123',
    });
  }
  await office.close();
  await openHome(page);
  const tile = tiles(page).filter({ has: page.locator(`input[value="${day.date}"]`) });
  await expect(tile).toContainText('1 left');
});
