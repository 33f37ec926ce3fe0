/** A restored backup has an older ledger, which reconciliation updates from Stripe. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { createDb, filePath } from '@/db/client';
import { markRestored } from '@/db/restore-mark';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcileRestore } from '@/server/modules/payments/reconcile/reconcile-restore.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { differencesToBooks, entriesOf } from '../support/ledger';
import type { Visitor } from '../support/visitor';

const TOTAL = 8_800;
const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let path: string;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  const { client } = app.deps.db;
  path = filePath(String((await client.execute('pragma database_list')).rows[0]?.file));
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());

async function ready(): Promise<string> {
  const id = await book(sam, { date: TOMORROW });
  await readyToDeliver(staff, id);
  return id;
}
const complete = (id: string) => staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });

/** Replaces the database with the backup, like `bun run restore`. */
async function restore(backup: string): Promise<void> {
  await app.deps.db.close();
  await markRestored(backup, { restoredAt: app.clock.now(), madeAt: app.clock.now() - 2 * DAY_MS });
  app.deps.db = await createDb({ url: `file:${backup}` });
}

test('each payment and refund since the backup is entered once, on the day it moved', async () => {
  const [before, after] = [await ready(), await ready()];
  await complete(before);
  const backup = `${path}.backup`;
  await app.deps.db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  await copyFile(path, backup);
  await complete(after);
  await staff.trpc.admin.refund.mutate({ id: before, amount: '5', requestId: 'since-the-backup' });
  const kept = { before: await entriesOf(app, before), after: await entriesOf(app, after) };

  app.clock.advance(2 * DAY_MS);
  await restore(backup);
  expect(await entriesOf(app, before)).toHaveLength(2);
  expect(await entriesOf(app, after)).toEqual([]);
  await reconcileRestore(app);
  staff = await admin(app);
  await complete(after);
  await sweepCharges(app);
  for (const _ of [1, 2]) await reconcileRestore(app);

  const money = ({ kind, grossCents, feeCents, movedOn }: (typeof kept.after)[number]) => ({
    ...{ kind, grossCents, feeCents, movedOn },
  });
  expect((await entriesOf(app, before)).map(money)).toEqual(kept.before.map(money));
  const found = (await entriesOf(app, after)).filter(({ kind }) => kind !== 'stray_payment');
  expect(found.map(money)).toEqual(kept.after.map(money));
  expect(found.map(({ movedOn }) => movedOn)).toEqual([TODAY, TODAY]);
  const strays = (await entriesOf(app, after)).filter(({ kind }) => kind === 'stray_payment');
  expect(strays.map(({ grossCents }) => grossCents)).toEqual([TOTAL, -TOTAL]);
  expect(await differencesToBooks(app)).toEqual([]);
  expect(app.sandbox.ledger().doubleCharged).toEqual([]);
});
