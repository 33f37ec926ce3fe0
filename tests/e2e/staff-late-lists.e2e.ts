/** Tests staff's options in a dialog before and after its lists have loaded. */
import type { BrowserContext, Page, Route } from 'playwright/test';
import { earlyTest, expect } from '../support/e2e';
import { callsOf, confirmAppointment, giveAppointment } from './steps/driver';
import { cardOf, knowAdmin } from './steps/staff';

const FAILED = {
  error: {
    json: {
      message: 'Lost',
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
    },
  },
};

/** Drops the answers of one query, which shares a batch with others, until it's called again. */
async function lose(page: Page, query: string): Promise<() => void> {
  let isLost = true;
  const isOfQuery = (url: URL) => url.pathname.includes(query);
  const answer = async (route: Route) => {
    if (!isLost) return route.continue();
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const response = await route.fetch();
    const answers: unknown[] = await response.json();
    const json = answers.map((one, index) => (isLost && names[index] === query ? FAILED : one));
    await route.fulfill({ response, json });
  };
  await page.route(isOfQuery, answer);
  // The route stays, because removing it would break a pending answer.
  return () => {
    isLost = false;
  };
}

/** The connection is back, so every query on the screen is fetched again. */
async function reconnect(context: BrowserContext) {
  await context.setOffline(true);
  await context.setOffline(false);
}

earlyTest(
  "a list that loads after its dialog has opened doesn't change any selection",
  async ({ page, context, product }) => {
    const staff = callsOf(page, product.url);
    await knowAdmin(page);
    const { publicCode } = await giveAppointment(staff);
    const restore = await lose(page, 'admin.drivers');
    await page.goto(`${product.url}/admin?q=${publicCode}`);
    await cardOf(page, publicCode).getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule' });
    const driver = dialog.getByLabel('Driver').locator('option:checked');
    await expect(driver).toHaveText('Dana Rivers');
    restore();
    const loaded = page.waitForResponse((response) => response.url().includes('admin.drivers'));
    await reconnect(context);
    await loaded;
    await expect(driver).toHaveText('Dana Rivers');

    const date = dialog.getByLabel('Date');
    const tomorrow = (await date.locator('option').nth(1).getAttribute('value')) ?? '';
    const day = page.waitForResponse((response) => response.url().includes('admin.calendar'));
    await date.selectOption(tomorrow);
    await expect(date).toHaveValue(tomorrow);
    await day;
    await expect(date.locator('option')).not.toHaveCount(2);
    await expect(date).toHaveValue(tomorrow);
    const time = dialog.getByLabel('Time Window');
    await expect(time).toHaveValue('10:00 AM - 12:00 PM');
    const open = await time.locator('option:enabled').last().getAttribute('value');
    await time.selectOption(open);
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(page.getByText(`${publicCode} Rescheduled`)).toBeVisible();
    await expect(cardOf(page, publicCode)).toContainText('Dana Rivers');
  },
);

earlyTest(
  'Schedule asks for one of several drivers, even before their list has loaded',
  async ({ page, product }) => {
    const staff = callsOf(page, product.url);
    await knowAdmin(page);
    const { publicCode } = await confirmAppointment(staff);
    await staff.call('admin.addDriver', {
      name: 'Robin Wells',
      username: 'robin',
      password: 'robin-demo',
    });
    const restore = await lose(page, 'admin.drivers');
    await page.goto(`${product.url}/admin?q=${publicCode}`);
    const schedule = cardOf(page, publicCode).getByRole('button', {
      name: 'Schedule',
      exact: true,
    });
    await expect(schedule).toBeVisible();
    restore();
    await schedule.click();
    const dialog = page.getByRole('dialog', { name: `Schedule ${publicCode}` });
    await dialog.getByText('Robin Wells').click();
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(cardOf(page, publicCode, 'Scheduled')).toContainText('Robin Wells');
  },
);
