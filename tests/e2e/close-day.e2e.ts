import type { Page } from 'playwright/test';
import { expect, test } from '../support/e2e';
import { expectFit } from './steps/boxes';
import { owe, owingCustomer } from './steps/owed';
import { enterAsAdmin } from './steps/staff';

/** Counts a truck. Without other amounts, exactly what's expected is left. */
async function count(page: Page, name: string, other: { regular: string; reason: string } | null) {
  await page.getByRole('button', { name: `Count: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Count ${name}` });
  const products = ['Regular', 'Premium', 'Small ice bags', 'Large ice bags'];
  for (const product of products) {
    const group = dialog.getByRole('group', { name: product });
    const expected = (await group.getByText('expected').textContent())?.match(/[\d.]+/)?.[0] ?? '';
    await group.getByLabel('Counted').fill(expected);
  }
  if (other) {
    await dialog.getByLabel('Counted').first().fill(other.regular);
    await dialog.getByRole('button', { name: 'Save Count' }).click();
    await expect(dialog.getByText(/^Enter a reason for the variance/)).toBeVisible();
    await dialog.getByLabel('Reason for the Variance').fill(other.reason);
  }
  await dialog.getByRole('button', { name: 'Save Count' }).click();
  await expect(dialog).toBeHidden();
}

test('the owner counts the trucks, signs off the cash, and closes the day', async ({
  page,
  product,
}) => {
  await enterAsAdmin(page, '/admin/reports');
  const calls = await owingCustomer(page, product.url);
  const { id } = await owe(calls, 10);
  await calls.call('admin.recordCash', { id, note: '', amount: null });
  await page.getByRole('link', { name: 'Close the Day' }).click();
  await expect(page.getByRole('heading', { name: 'Close the day' })).toBeVisible();

  const counts = page.getByRole('button', { name: /^Count: / });
  await expect(counts.first()).toBeVisible();
  const names = (await counts.all()).map(async (button) => {
    return (await button.getAttribute('aria-label'))?.replace('Count: ', '') ?? '';
  });
  const [first, ...others] = await Promise.all(names);
  await count(page, first ?? '', { regular: '1', reason: 'The meter leaked.' });
  const truck = page.getByRole('region', { name: first, exact: true });
  await expect(truck).toContainText('Reason: The meter leaked.');
  for (const name of others) await count(page, name, null);

  await page.getByRole('button', { name: /^Sign Off: / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cash Handed In').fill('80');
  await dialog.getByRole('button', { name: 'Sign Off' }).click();
  await expect(dialog.getByText(/^Enter a reason for the difference/)).toBeVisible();
  await dialog.getByLabel('Reason for the Difference').fill('The rest comes tomorrow.');
  await dialog.getByRole('button', { name: 'Sign Off' }).click();
  await expect(page.getByText(/\$80\.00 handed in \(\$/)).toBeVisible();

  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectFit(page);
  }

  await page.getByRole('button', { name: 'Close Day' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Day' }).click();
  await expect(page.getByText(/^Closed by Alex Harbor/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Count/ })).toHaveCount(0);
  const list = page.getByRole('region', { name: 'Closed days' });
  await expect(list.getByRole('listitem')).toContainText('Closed by Alex Harbor.');
});

test('Today leads to closing the day after the last window', async ({ page }) => {
  // The day is over in the answer, at any time of this test.
  await page.route(/\/api\/trpc\/[^?]*admin\.day\b/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const { result } of [json].flat()) {
      for (const slot of result.data.json.timeSlots ?? []) slot.closedBy = ['past'];
    }
    await route.fulfill({ response, json });
  });
  await enterAsAdmin(page, '/admin');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expectFit(page);
  await today.getByRole('link', { name: 'Close the Day' }).click();
  await expect(page.getByRole('heading', { name: 'Close the day' })).toBeVisible();
});
