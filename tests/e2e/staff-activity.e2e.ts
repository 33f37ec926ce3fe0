import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { expectFit } from './steps/boxes';
import { retryUntil, whileCallFails } from './steps/connection';
import { goBack, reload } from './steps/history';
import { enterAsAdmin, pressInMenu } from './steps/staff';

test.describe('staff in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("see the business's time on every screen", async ({ page }) => {
    const home = new Intl.DateTimeFormat('en-US', {
      ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/New_York' },
    } as const);
    await enterAsAdmin(page, '/admin/activity');
    const time = page.locator('[data-action] time').first();
    // A new event becomes the first entry.
    await expect(async () => {
      const { at, text } = await time.evaluate((node: HTMLTimeElement) => ({
        at: Date.parse(node.dateTime),
        text: node.textContent.replace(/\s+/g, ' '),
      }));
      expect(text).toBe(home.format(at).replace(/\s+/g, ' '));
    }).toPass();
  });
});

test('an admin finds who did what, filters the list, opens the record, and exports the list', async ({
  page,
}) => {
  await enterAsAdmin(page, '/admin');
  await pressInMenu(page, 'link', 'Activity');
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  const signIn = page.locator('[data-action="sign_in.staff"]').first();
  await expect(signIn).toContainText('Staff signed in');
  await expect(signIn).toContainText('From: 127.0.0.1');

  // Filters by kind of thing, with the keyboard alone.
  const about = page.getByLabel('About');
  await about.focus();
  await about.selectOption('appointment');
  await expect(page.locator('[data-action="sign_in.staff"]')).toHaveCount(0);
  const confirmed = page.locator('[data-action="appointment.confirmed"]').first();
  await expect(confirmed).toContainText('Status: from Pending → to Confirmed');
  await expect(page).toHaveURL(/thing=appointment/);

  // Filters by a text without results, and clears it.
  const search = page.getByRole('searchbox', { name: 'Search names, codes, and changes' });
  await search.fill('nothing has this');
  await expect(page.getByText('No activity found')).toBeVisible();
  await search.press('Escape');
  await expect(confirmed).toBeVisible();

  // Filters by person, then by a time in the past.
  await confirmed.getByRole('button').first().click();
  await expect(page.getByLabel('Person')).not.toHaveValue('');
  await page.getByLabel('To').fill('2020-01-01');
  await expect(page.getByText('No activity found')).toBeVisible();
  await page.getByLabel('From').fill('2020-01-02');
  await expect(page.getByText('The end date can’t be before the start date.')).toBeVisible();
  await page.getByRole('button', { name: 'Show Everything' }).click();
  await expect(signIn).toBeVisible();

  // Follows the link to the thing.
  const link = confirmed.getByRole('link').first();
  const code = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.locator(`[data-appointment="${code}"]`)).toBeVisible();
  await goBack(page);
  await expect(entries.first()).toBeVisible();

  // The export is itself an entry.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('dockside-activity.csv');
  await reload(page);
  await expect(page.locator('[data-action="export.activity"]')).toBeVisible();

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page);
    await axeFindsNothing(page);
  }
});

test("a list that can't be loaded shows an error, and loads after Retry", async ({ page }) => {
  await enterAsAdmin(page, '/admin');
  await whileCallFails(page, '**admin.activity', async () => {
    await pressInMenu(page, 'link', 'Activity');
    await expect(page.getByText('We couldn’t load the activity')).toBeVisible();
  });
  await retryUntil(page, page.locator('[data-action]').first());
});
