/**
 * Tests the notices that staff see after a restore while charges wait, and how they settle payments
 * that are missing from the books.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openBeside } from '../support/beside';
import { expect, test } from '../support/e2e';
import type { HostedProduct } from '../support/product';
import { expectFitPhoneAndDesk } from './steps/boxes';
import { reload } from './steps/history';
import { answer, call, cardOf, codeOf, enterAsAdmin, section } from './steps/staff';

const root = resolve(import.meta.dirname, '../..');

/**
 * Resets one delivery's records to their state before its completion, and adds the mark that a
 * restore leaves.
 */
async function restoreBooks(product: HostedProduct, id: string, complete: () => Promise<unknown>) {
  const db = openBeside(product.folder);
  const run = (sql: string, args: (string | number | null)[] = []) => db.execute({ sql, args });
  const { rows, columns } = await run('select * from appointments where id = ?', [id]);
  const names = columns.filter((name) => name !== 'id');
  await complete();
  await run('delete from charges where appointment_id = ?', [id]);
  await run(
    `update appointments set ${names.map((name) => `"${name}" = ?`).join(', ')} where id = ?`,
    [...names.map((name) => (rows[0]?.[name] ?? null) as string), id],
  );
  const now = Date.now();
  await run(
    "insert into stripe_events (id, type, created_at, received_at) values ('restored', 'restored', ?, ?)",
    [now - 3_600_000, now],
  );
  db.close();
}

/**
 * Runs `bun run reconcile` while the product is running.
 * @returns what it printed
 */
async function reconcile({ folder }: HostedProduct): Promise<string> {
  const bun = process.versions.bun ? process.execPath : 'bun';
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: `file:${join(folder, 'dockside.db')}`,
    PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
    STRIPE_SANDBOX_DB: join(folder, 'stripe-sandbox.db'),
  };
  const args = ['--no-env-file', join(root, 'scripts/reconcile.ts')];
  // The command exits with 1, because one difference is left for a person to settle.
  const ended = await promisify(execFile)(bun, args, { cwd: root, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${ended.stdout}${ended.stderr}`;
}

test('staff see after a restore why charges wait, and apply a payment missing from the books', async ({
  page,
  product,
}) => {
  await enterAsAdmin(page, '/admin');
  const scheduled = section(page, 'Scheduled').locator('[data-appointment]');
  const code = await codeOf(scheduled.filter({ hasText: '40' }).first());
  const found = await page.request.get(
    `/api/trpc/admin.appointments?input=${encodeURIComponent(JSON.stringify({ json: { status: 'scheduled', search: code } }))}`,
  );
  const { id } = (await found.json()).result.data.json.appointments[0];
  await restoreBooks(product, id, () => call(page, 'admin.complete', { id, actualGallons: 38.5 }));

  await page.goto('/admin/review');
  const banner = page.getByRole('alert').filter({ hasText: 'Charges and refunds are paused' });
  await expect(banner).toContainText('bun run reconcile');
  await expectFitPhoneAndDesk(page);

  expect(await reconcile(product)).toContain('Charges and refunds resume.');
  await reload(page);
  const item = page.getByRole('article', { name: `Payment mismatch ${code}` });
  await expect(item).toContainText('Stripe charged $182.85 for this delivery');
  await expect(banner).toHaveCount(0);

  // Both options are offered, and neither happens by accident.
  await item.getByRole('button', { name: 'Refund $182.85' }).press('Enter');
  await answer(page, `Refund $182.85 for ${code}?`, 'Keep Payment');
  await item.getByRole('button', { name: 'Apply $182.85' }).press('Enter');
  await answer(page, `Apply this $182.85 Stripe payment to ${code}?`, 'Apply Payment');
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recently resolved' })).toContainText(
    `${code}: payment applied by Alex Harbor`,
  );
  await page.goto(`/admin?q=${code}`);
  const card = cardOf(page, code, 'Completed');
  await expect(card).toContainText('Payment Complete');
  await expect(card).toContainText('38.5');
});
