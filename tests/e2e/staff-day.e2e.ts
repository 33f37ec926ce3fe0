/**
 * Tests the staff's day: one line per delivery, the whole appointment next to it, and how
 * soon the first one is in sight.
 */
import type { Locator, Page } from 'playwright/test';
import { earlyTest, expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { callsOf } from './steps/driver';
import { goBack } from './steps/history';
import { goToDay, listsLoaded } from './steps/lists';
import { answer, call, cardOf, enterAsAdmin, section } from './steps/staff';

test('a day lists its deliveries, and opens one next to the list', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await expect(section(page, 'Pending')).toBeVisible();
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  const { strip, lines } = await dayAfter(page, 2);
  // A visible date stays under the pointer, so that a second press doesn't select another one.
  const later = page.getByRole('navigation', { name: 'Days' }).getByRole('button').nth(7);
  await later.dblclick();
  await expect(later).toHaveAttribute('aria-current', 'date');
  await goToDay(page, 2);
  const [line] = lines;
  const row = page.locator(`[data-line="${line.publicCode}"]`);
  await expect(row).toContainText('15 gal Regular, ice 1 large');
  await expect(row).toContainText('No driver');
  expect(strip[2]).toMatchObject({ occupied: 1 });

  await axeFindsNothing(page);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Route sheet for No driver' });
  await expect(sheet).toContainText('15 gal Regular, ice 1 large');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await row.getByRole('button').click();
  const card = cardOf(page, line.publicCode);
  await card.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(row).toContainText('Scheduled');
  await expect(row).toContainText('Dana Rivers');
  await page.getByRole('button', { name: 'Close Panel' }).click();
  await expect(card).toBeHidden();
  await expect(row.getByRole('button')).toBeFocused();

  await page.goto('/admin');
  await expect(section(page, 'Scheduled')).toBeVisible();
  await page.goto(`/admin?q=${line.publicCode}`);
  await expect(cardOf(page, line.publicCode, 'Scheduled')).toBeVisible();
});

test('every option for grouping a day is readable', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=day');
  await goToDay(page, 2);
  const select = page.getByRole('combobox', { name: 'Group by' });
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const missing = await select.evaluate((node: HTMLElement) => {
      const shown = node.offsetWidth;
      node.style.width = 'max-content';
      const needed = node.offsetWidth;
      node.style.width = '';
      return needed - shown;
    });
    expect({ width, missing }).toEqual({ width, missing: 0 });
  }
});

test('today’s numbers open their lists, and one disappears at zero', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toBeVisible();
  const { lines } = await dayAfter(page, 0);
  const waiting = lines.filter(
    (line: { driverId: number | null; status: string }) =>
      line.driverId === null && !['completed', 'cancelled'].includes(line.status),
  ).length;
  const noDriver = today.getByRole('link', { name: /without a driver$/ });
  if (waiting === 0) await expect(noDriver).toBeHidden();
  else {
    await expect(noDriver).toHaveText(`${waiting}without a driver`);
    await noDriver.click();
    await expect(page.locator('[data-line]')).toHaveCount(waiting);
    await expect(page.getByRole('searchbox', { name: 'Filter this day' })).toHaveValue('No driver');
    await goBack(page);
  }
  // A filtered list isn't about today, so today's figures are hidden.
  await page.goto('/admin?q=nothing');
  await expect(section(page, 'Pending')).toBeVisible();
  await expect(today).toBeHidden();
});

test('reports from drivers are a number in Today, and no list repeats them', async ({
  page,
  product,
}) => {
  const { ask, call: send } = callsOf(page, product.url);
  await enterAsAdmin(page, '/admin');
  const { lines } = await ask('admin.day', {});
  const [line] = lines.filter(({ driverId }: { driverId: number | null }) => driverId !== null);
  const topOf = async ([address, list]: readonly [string, string]) => {
    await page.goto(address);
    await listsLoaded(page);
    return (await page.locator(list).first().boundingBox())?.y;
  };
  const lists = [
    ['/admin?view=day', '[data-line]'],
    ['/admin?view=money', '#main h2'],
    ['/admin?tab=customers', 'tbody tr'],
  ] as const;
  const before = [];
  for (const list of lists) before.push(await topOf(list));
  const text = 'The gate is locked';
  await send('driver.reportIssue', {
    ...{ driverId: line.driverId, appointmentId: line.id, text },
    actionKey: crypto.randomUUID(),
  });
  for (const [index, list] of lists.entries()) {
    expect(await topOf(list)).toBe(before[index]);
    await expect(page.getByText(text)).toHaveCount(0);
  }
  await page.goto('/admin');
  const number = page.getByRole('region', { name: 'Today' }).getByRole('link');
  await number.filter({ hasText: /^1driver report$/ }).click();
  await expect(page.getByRole('article', { name: /^Driver report / })).toContainText(text);
});

test('the first delivery of a day and its main action are in sight', async ({ page }) => {
  await enterAsAdmin(page, '/admin?view=day');
  await dayAfter(page, 2);
  await goToDay(page, 2);
  const first = page.locator('[data-line]').first();
  for (const [width, height, least] of [
    [1440, 900, 250],
    [390, 844, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(least);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await first.getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Appointment' });
  await expect(panel.locator('[data-action]').first()).toBeInViewport({ ratio: 1 });
  // The bulk change banner doesn't cover the actions either.
  await first.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Dana Rivers/ }).click();
  const banner = page.getByRole('region', { name: 'Bulk changes' });
  await expect(banner).toBeVisible();
  const endOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect
    .poll(async () => (await endOf(panel)) - ((await banner.boundingBox())?.y ?? 0))
    .toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Close Panel' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  const tools = page.getByRole('button', { name: 'Select All' });
  await expect(tools).toBeHidden();
  await page.getByRole('button', { name: 'Show Tools' }).click();
  await expect(tools).toBeVisible();
});

test('the first delivery of the board is in sight, and each section links to the next', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  const first = section(page, 'Pending').getByRole('article').first();
  for (const [width, height, most] of [
    [1440, 900, 250],
    [390, 844, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(most);
  }
  await section(page, 'Pending')
    .getByRole('button', { name: /^Confirmed \(\d+\)$/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Confirmed/ })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Confirmed/ })).toBeInViewport();
});

test('staff assign a stop by dragging it and unassign it with an arrow key', async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  const { date, lines } = await dayAfter(page, 2);
  await page.goto(`/admin?view=day&day=${date}&by=driver`);
  const pool = page.getByRole('region', { name: 'No driver' });
  const dana = page.getByRole('region', { name: 'Dana Rivers' });
  const handle = (column: Locator) =>
    column.getByRole('button', { name: `Move ${lines[0].publicCode}, Sam Waters` });
  await page.getByRole('button', { name: 'Show Map' }).click();
  await expect(
    page.getByRole('region', { name: 'Map of 1 delivery and the drivers, north up' }),
  ).toBeVisible();
  await axeFindsNothing(page);
  await handle(pool).dragTo(dana);
  await expect(handle(dana)).toBeVisible();
  await expect
    .poll(async () => (await dayAfter(page, 2)).lines[0])
    .toMatchObject({
      status: 'scheduled',
      driverName: 'Dana Rivers',
    });
  await handle(dana).press('ArrowLeft');
  await expect(handle(pool)).toBeFocused();
  await expect.poll(async () => (await dayAfter(page, 2)).lines[0].driverName).toBeNull();
});

test("staff can move a stop to a second driver while it's being assigned to the first", async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  const driver = { name: 'Sol Waters', username: 'second', password: 'second-driver' };
  await call(page, 'admin.addDriver', driver);
  const { date, lines } = await dayAfter(page, 2);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/admin\.schedule\b/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/admin?view=day&day=${date}&by=driver`);
  const handleIn = (name: string) =>
    page
      .getByRole('region', { name })
      .getByRole('button', { name: `Move ${lines[0].publicCode}, Sam Waters` });
  await handleIn('No driver').press('ArrowRight');
  await handleIn('Dana Rivers').press('ArrowRight');
  await expect(handleIn('Sol Waters')).toBeFocused();
  goOn();
  await expect
    .poll(async () => (await dayAfter(page, 2)).lines[0])
    .toMatchObject({ status: 'scheduled', driverName: 'Sol Waters' });
});

earlyTest(
  "selected deliveries are changed as staff saw them, and a time slot selection isn't lost",
  async ({ page }) => {
    await enterAsAdmin(page, '/admin?view=day');
    await goToDay(page, 2);
    const line = page.locator('tr[data-line]');
    await expect(line).toHaveCount(1);
    const id = (await line.getByRole('button').getAttribute('id'))?.replace('line-', '');

    await page.getByRole('button', { name: 'Move or Cancel This Day' }).click();
    const choice = page.getByRole('combobox', { name: /^New window for/ });
    await choice.selectOption({ label: 'Don’t move' });
    await choice.press('Escape');
    await answer(page, 'Leave without saving?', 'Keep Editing');
    await expect(choice).toHaveValue('');
    await choice.press('Escape');
    await answer(page, 'Leave without saving?', 'Leave');
    await expect(choice).toBeHidden();

    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 1 delivery?' });
    await dialog.getByLabel('Reason').fill('Storm');
    // Another admin is faster, and the line behind the dialog shows it.
    await call(page, 'admin.reschedule', { id, location: 'Pier 9' });
    await expect(line).toContainText('Pier 9');
    await dialog.getByRole('button', { name: 'Cancel Deliveries' }).click();
    const result = page.locator('[data-bulk]').filter({ hasText: '0 cancelled · 1 left out' });
    await result.getByRole('button', { name: 'Details' }).click();
    await expect(result.getByText(/: Alex Harbor changed it first\.$/)).toBeVisible();
    await expect(line).toContainText('Confirmed');
  },
);

/** The answer for the date this many days from today. */
async function dayAfter(page: Page, days: number) {
  const ask = async (input: object) => {
    const url = `/api/trpc/admin.day?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    return (await (await page.request.get(url)).json()).result.data.json;
  };
  const { strip } = await ask({});
  return ask({ date: strip[days].date });
}
