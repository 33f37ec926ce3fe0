/** Tests how the owner changes tax rates, and that staff see them. */
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { enterAsAdmin } from './steps/staff';

const DAY_MS = 86_400_000;
const inThreeDays = () => new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);

test('the owner plans a tax with a preview, confirms it, and cancels it', async ({ page }) => {
  await enterAsAdmin(page, '/admin/settings');
  const panel = page.getByRole('region', { name: 'Taxes' });
  await expect(panel.getByRole('row', { name: /^Ice/ })).toContainText('none');

  await panel.getByRole('button', { name: 'Change Taxes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change taxes', exact: true });
  const save = dialog.getByRole('button', { name: 'Change Taxes' });
  await dialog.getByLabel('Applies From').fill(inThreeDays());
  await dialog.getByLabel('Ice', { exact: true }).selectOption('percent');
  await dialog.getByLabel('Ice, Percent').fill('101');
  await save.click();
  await expect(dialog.getByText('Enter a percentage from 0 to 100')).toBeVisible();
  await dialog.getByLabel('Ice, Percent').fill('6');
  await dialog.getByLabel('Regular', { exact: true }).selectOption('gallon');
  await dialog.getByLabel('Regular, per Gallon').fill('0.524');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(
    /30 gal Regular, 2 small ice bags for \$[\d.]+: \$0\.00 → \$16\.29 tax included/,
  );
  await axeFindsNothing(page);
  await save.click();
  const question = page.getByRole('dialog', { name: /^Change taxes from/ });
  await expect(question).toContainText('Regular: none → $0.524 per gallon. Ice: none → 6%.');
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await save.click();
  await question.getByRole('button', { name: 'Change Taxes' }).click();
  await expect(page.getByText('Taxes Changed')).toBeVisible();
  const upcoming = panel.getByRole('region', { name: 'Upcoming tax changes' });
  await expect(upcoming).toContainText('Ice: none → 6%');
  await expect(panel.getByRole('row', { name: /^Ice/ })).toContainText('none');

  await upcoming.getByRole('button', { name: /^Cancel Change From/ }).click();
  await page.getByRole('button', { name: 'Cancel Change', exact: true }).last().click();
  await expect(page.getByText('Tax Change Cancelled')).toBeVisible();
  await expect(upcoming).toHaveCount(0);
  await expect(panel.getByRole('region', { name: 'Tax history' })).toContainText('Cancelled');
});
