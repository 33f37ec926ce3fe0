/** Tests the list of places in Settings: adding, editing, removing, and importing a file. */
import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { axeFindsNothing } from './steps/axe';
import { enterAsAdmin } from './steps/staff';

test.use({ viewport: { width: 390, height: 844 } });

const placesOf = (page: Page) => page.getByRole('region', { name: 'Places' });
const csv = (text: string | Buffer, name = 'places.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text as string),
});

test('staff add, edit, and remove a place on a phone', async ({ page }) => {
  await enterAsAdmin(page, '/admin/settings');
  const places = placesOf(page);
  await expect(places.getByRole('listitem')).toHaveCount(8);
  await places.getByRole('button', { name: 'Add Place' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a place' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await dialog.getByLabel('Name', { exact: true }).fill('Round Lake Pier');
  await dialog.getByRole('button', { name: 'Add Place' }).click();
  await expect(
    dialog.getByText('Enter an address or a position, so that drivers can find the place.'),
  ).toBeVisible();
  await dialog.getByLabel('Position').fill('42.09310, -86.17550');
  await axeFindsNothing(page, 'dialog[open]');
  await dialog.getByLabel('Position').press('Enter');
  await expect(dialog).toBeHidden();

  await places.getByRole('searchbox', { name: 'Search places' }).fill('round');
  await expect(places.getByRole('listitem')).toHaveCount(1);
  await places.getByRole('button', { name: 'Edit Round Lake Pier' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Round Lake Pier' });
  await edit.getByLabel('Note for Drivers').fill('Mind the swimmers');
  await edit.getByRole('button', { name: 'Save Place' }).click();
  await expect(places.getByText('For drivers: Mind the swimmers')).toBeVisible();

  await places.getByRole('button', { name: 'Remove Round Lake Pier' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Round Lake Pier?' })
    .getByText('Keep Place')
    .click();
  await expect(places.getByRole('listitem')).toHaveCount(1);
  await places.getByRole('button', { name: 'Remove Round Lake Pier' }).click();
  await page.getByRole('button', { name: 'Remove Place' }).click();
  await expect(places.getByRole('listitem')).toHaveCount(0);
});

test('a file is shown before it’s imported, and its errors by line', async ({ page }) => {
  await enterAsAdmin(page, '/admin/settings');
  const places = placesOf(page);
  await places.getByRole('button', { name: 'Import Places' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import places' });
  const picker = dialog.locator('input[type=file]');
  const importing = dialog.getByRole('button', { name: 'Import Places' });
  await expect(importing).toBeDisabled();

  await picker.setInputFiles(csv('name,address\nPine Dock,1 Pine Rd\n,2 Pine Rd'));
  await expect(dialog.getByText('Line 3: Enter a name.')).toBeVisible();
  await expect(importing).toBeDisabled();
  await picker.setInputFiles(csv('x'.repeat(900_000)));
  await expect(dialog.getByText('This file is too large.')).toBeVisible();

  const latin = Buffer.from(
    'name,address\n\xc9lan Dock,1 Pine Rd\nCable Lake Launch,2 New Rd',
    'latin1',
  );
  await picker.setInputFiles(csv(latin));
  await expect(dialog.getByText('1 place will be added: Élan Dock.')).toBeVisible();
  await expect(dialog.getByText('1 place will be changed: Cable Lake Launch.')).toBeVisible();
  await expect(dialog.getByText('This file isn’t in UTF-8')).toBeVisible();
  await axeFindsNothing(page, 'dialog[open]');
  await importing.click();
  await expect(dialog).toBeHidden();
  await expect(places.getByRole('status').first()).toHaveText('9 places');
});
