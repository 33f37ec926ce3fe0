/** Tests how the owner changes the hours, and that open order forms follow. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { chooseDate } from './steps/order-form';
import { enterAsAdmin } from './steps/staff';

test('the owner changes windows and closed days, and the order form follows', async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/');
  const dates = visitor.getByRole('group', { name: 'Date' });
  await expect(dates).toBeVisible();

  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Hours', exact: true });
  await expect(panel).toContainText('10:00 AM - 12:00 PM, 12:00 PM - 2:00 PM, 2:00 PM - 4:00 PM');
  await panel.getByRole('button', { name: 'Change Hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change hours' });
  await axeFindsNothing(page);

  // Monday gets a fourth window, first one that overlaps the third.
  await dialog.getByRole('button', { name: 'Add Window on Monday' }).click();
  await dialog.getByLabel('Monday, window 4: start').selectOption({ label: '3:30 PM' });
  await dialog.getByLabel('Monday, window 4: spots').fill('250');
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await expect(dialog.getByText('These windows overlap')).toBeVisible();
  await expect(dialog.getByLabel('Monday, window 4: start')).toBeFocused();
  await dialog.getByLabel('Monday, window 4: start').selectOption({ label: '4:00 PM' });

  // Every day gets Monday's windows, and the season closes every date in the form.
  await dialog.getByRole('button', { name: 'Copy to Every Day: Monday’s Windows' }).click();
  await dialog.getByLabel('First Day of the Season').fill('2090-05-01');
  await dialog.getByRole('button', { name: 'Christmas Day' }).click();
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await expect(page.getByText('Hours Saved')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Closed days' })).toContainText('Christmas Day');
  await expect(panel).toContainText('4:00 PM - 6:00 PM (250 spots)');
  await expect(panel.getByRole('region', { name: 'Hours history' })).toContainText('Saved by');
  await expect(dates.getByText('Closed for the season').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await axeFindsNothing(page);

  // A second change opens the dates again, and the form offers the new window.
  await panel.getByRole('button', { name: 'Change Hours' }).click();
  await dialog.getByLabel('First Day of the Season').fill('');
  await dialog.getByRole('button', { name: 'Save Hours' }).click();
  await expect(panel).toContainText('All year');
  await expect(dates.getByText('Closed for the season')).toHaveCount(0);
  const date = await dates.getByRole('radio').nth(2).getAttribute('value');
  await chooseDate(visitor, date ?? '');
  await expect(visitor.getByRole('radio', { name: /4:00 PM - 6:00 PM/ })).toBeEnabled();
});
