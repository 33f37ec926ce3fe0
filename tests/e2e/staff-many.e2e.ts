/** Many deliveries at once: a day is moved in a few presses, and given back with one. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { enterAsAdmin } from './steps/staff';

const lineOf = (page: Page) => page.locator('tr[data-line]');

test('a stormy day is moved in four presses and taken back with one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAsAdmin(page, '/admin?view=day');
  await page.getByRole('navigation', { name: 'Days' }).getByRole('button').nth(2).click();
  await expect(lineOf(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Choose all' }).click();
  await expect(page.getByText('1 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.getByRole('button', { name: 'Move this day' }).click();
  const dialog = page.getByRole('dialog', { name: /^Move / });
  await expect(dialog.getByRole('combobox', { name: /^New window of/ })).toBeVisible();
  await axeFindsNothing(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Move 1 delivery' }).click();
  await expect(page.getByText('Moved 1 delivery, by Alex Harbor')).toBeVisible();
  await expect(page.getByText('No deliveries on this day')).toBeVisible();

  // Another screen, and another admin, has the same note.
  await page.goto('/admin?tab=calendar');
  await page.getByRole('button', { name: 'Take all back' }).click();
  await expect(page.getByText('Taken back: 1 delivery as before')).toBeVisible();
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  await expect(days.nth(2)).toContainText('2 open');
});
