import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { answer, enterAsAdmin } from './steps/staff';

/** Books on the phone for a guest, so that the guest is listed. */
async function bookForGuest(page: Page, customerName: string, phone: string) {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const json = {
    ...{ id: crypto.randomUUID(), customerName, customerPhone: phone, date },
    ...{ time: '10:00 AM - 12:00 PM', location: 'Pier 9', fuelType: 'Regular', canType: 'boat' },
    ...{ estimatedGallons: '20', smallIceBags: 1, largeIceBags: 0 },
    overCapacityReason: 'A regular customer.',
  };
  const sent = await page.request.post('/api/trpc/admin.bookForCustomer', { data: { json } });
  expect(sent.ok(), await sent.text()).toBe(true);
}

async function openCustomer(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search name, email, or phone' }).fill(name);
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Selects the other record in the dialog. */
async function compareWith(page: Page, name: string) {
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find the other record' });
  await dialog.getByRole('searchbox').fill(name);
  await dialog.getByRole('button', { name }).first().click();
  return page.getByRole('dialog', { name: 'Merge these records?' });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`staff merge two guests and a guest into an account, and undo it, at ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await enterAsAdmin(page, '/admin?tab=customers');
    await bookForGuest(page, 'Quill Marsh', '(269) 555-0161');
    await bookForGuest(page, 'Quilla Marsh', '(269) 555-0162');

    await openCustomer(page, 'Quill Marsh');
    const dialog = await compareWith(page, 'Quilla Marsh');
    await expect(dialog.getByText('We won’t charge or notify anyone.')).toBeVisible();
    await dialog.getByRole('group', { name: 'Phone to Keep' }).getByText('(269) 555-0162').click();
    await dialog.getByRole('button', { name: 'Merge Records' }).click();
    await expect(page.getByText('Customers Merged')).toBeVisible();
    const merged = page.getByRole('list', { name: 'Merged records' });
    await expect(merged).toContainText('Merged with Quilla Marsh');
    await expect(page.getByRole('link', { name: '(269) 555-0162' })).toBeVisible();

    const other = await compareWith(page, 'Sam Waters');
    // Only the account can stay.
    await expect(
      other.getByText('The customer sees these deliveries after signing in.'),
    ).toBeVisible();
    await other.getByRole('button', { name: 'Merge Records' }).click();
    await expect(page.getByRole('heading', { name: 'Sam Waters' })).toBeVisible();
    await expect(merged).toContainText('Merged with Quill Marsh');
    await merged.getByRole('button', { name: 'Undo Merge' }).click();
    await answer(page, 'Undo this merge?', 'Undo Merge');
    await expect(merged).toContainText('Undone on');

    await page.getByRole('button', { name: 'All Customers' }).click();
    await openCustomer(page, 'Quill Marsh');
    await expect(merged.getByRole('button', { name: 'Undo Merge' })).toBeVisible();
  });
}
