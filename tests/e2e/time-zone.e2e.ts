/** Tests how the owner changes the time zone, and that every page then shows its times in it. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { enterAsAdmin } from './steps/staff';

test.use({ settings: { BUSINESS_TIME_ZONE: 'America/New_York' } });

test('the owner finds another time zone, reads what moves, and changes it', async ({
  page,
  browser,
  product,
}) => {
  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Time zone', exact: true });
  await expect(panel).toContainText('Eastern Time');
  await page.getByRole('link', { name: 'The time zone for all dates and windows' }).click();
  await panel.getByRole('button', { name: 'Change Time Zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change time zone' });
  const input = dialog.getByRole('combobox', { name: 'Time Zone' });
  const options = dialog.getByRole('option');
  await expect(options.first()).toContainText('Detroit');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await input.fill('Neverland');
  await expect(dialog.getByText('No time zone has this name.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change Time Zone' }).click();
  await expect(dialog.getByText('Select a time zone from the list.')).toBeVisible();

  await input.fill('central');
  await expect(options.first()).toContainText(/Chicago.*Central Time/);
  await expect(options.first()).toContainText(/\d:\d\d\s[AP]M/);
  await axeFindsNothing(page);
  await dialog.screenshot({ path: test.info().outputPath('list-desk.png') });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue('Chicago');
  await expect(options).toHaveCount(0);
  await expect(dialog).toContainText(/\d+ upcoming deliveries will keep their date and window\./);
  await expect(dialog).toContainText('they’ll be 1 hour later than now.');
  await expect(dialog).toContainText('We won’t notify customers.');
  await expectFitPhoneAndDesk(page);
  await dialog.screenshot({ path: test.info().outputPath('effect-desk.png') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('effect-phone.png') });
  await dialog.getByRole('button', { name: 'Change Time Zone' }).click();
  await expect(page.getByText('All times are now in Central Time.')).toBeVisible();
  await expect(panel).toContainText('Central Time');
  await panel.screenshot({ path: test.info().outputPath('panel-phone.png') });

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(product.url);
  await expect(visitor.locator('html')).toHaveAttribute('data-zone', 'America/Chicago');
});
