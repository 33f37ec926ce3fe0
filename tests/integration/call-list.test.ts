/** A customer whom no message reaches is on the call list until a person marks the call. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { insertRow } from '@/db/guarded-batch';
import { textNumbers } from '@/db/schema';
import { UNDO_BULK_MS } from '@/domain/policy';
import { runBulkChanges } from '@/server/modules/bulk-changes/run.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import type { Trouble } from '@/server/ports/texts/local';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PHONE = '(269) 555-0142';
const NUMBER = '+12695550142';

let app: TestApp;
let staff: Visitor;
let trouble: Trouble | null;
const start = async (texts: 'on' | 'off') => {
  app = await startTestApp({ capacity: 100, texts: () => trouble });
  if (texts === 'off') app.deps.texts = null;
  staff = await admin(app);
};
beforeEach(() => {
  trouble = null;
});
afterEach(() => app.close());

const bookAsGuest = (over = {}) => book(app.visitor(), { ...ORDER, customerPhone: PHONE, ...over });
const calls = async () => {
  await sendOutbox(app);
  return staff.trpc.admin.reviewQueue.query({ page: 1, calls: true });
};
const stop = () =>
  app.deps.db.write((orm) =>
    insertRow(orm, textNumbers, { number: NUMBER, stoppedAt: 1, changedAt: 1 }),
  );

test('a guest whom nothing can reach is on the list, with the number', async () => {
  await start('off');
  const id = await bookAsGuest();
  expect((await calls()).callCount).toBe(0);
  await staff.trpc.admin.confirm.mutate({ id });
  expect(await calls()).toMatchObject({
    callCount: 1,
    open: [
      {
        kind: 'unreached',
        reason: expect.stringMatching(
          /^We couldn’t reach this customer by email or text: “Delivery confirmed for /,
        ),
        delivery: { id, customerPhone: PHONE },
      },
    ],
  });
});

test('a customer who gets an email or a text is not on the list', async () => {
  await start('on');
  for (const id of [await bookAsGuest(), await book(await customer(app))]) {
    await staff.trpc.admin.confirm.mutate({ id });
  }
  expect((await calls()).callCount).toBe(0);
});

test('a guest who replied STOP is on the list instead of getting a text', async () => {
  await start('on');
  const id = await bookAsGuest();
  await stop();
  await staff.trpc.admin.confirm.mutate({ id });
  expect((await calls()).open).toMatchObject([{ kind: 'unreached', delivery: { id } }]);
});

test('a text that failed for good puts its reader on the list', async () => {
  await start('on');
  const id = await bookAsGuest();
  await sendOutbox(app);
  trouble = 'number';
  await staff.trpc.admin.confirm.mutate({ id });
  expect((await calls()).open).toMatchObject([{ kind: 'message_refused', delivery: { id } }]);
});

test('a delivery has one line, with the newest message, and returns with another', async () => {
  await start('off');
  const id = await bookAsGuest();
  await staff.trpc.admin.confirm.mutate({ id });
  const [first] = (await calls()).open;
  await staff.trpc.admin.reschedule.mutate({ id, date: TOMORROW, time: '2:00 PM - 4:00 PM' });
  const [second, ...others] = (await calls()).open;
  expect(others).toEqual([]);
  expect(second).toMatchObject({ id: first?.id, reason: expect.stringContaining('moved') });

  await staff.trpc.admin.resolveReviewItem.mutate({ id: second?.id ?? '' });
  expect(await calls()).toMatchObject({ callCount: 0, done: [{ doneBy: 'Alex Harbor' }] });
  await staff.trpc.admin.cancel.mutate({ id });
  expect(await calls()).toMatchObject({
    callCount: 1,
    open: [{ id: first?.id, reason: expect.stringContaining('cancelled'), doneBy: null }],
  });
});

test('after a storm’s moves, those not reached are on the list, unless the moves are undone', async () => {
  await start('off');
  const time = '2:00 PM - 4:00 PM';
  const moved = [await bookAsGuest(), await bookAsGuest()];
  const move = async (id: string) => {
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    const parts = [{ id, version: appointment.version, date: TOMORROW, time }];
    const input = { requestId: crypto.randomUUID(), kind: 'move', parts };
    const change = await staff.trpc.admin.beginBulkChange.mutate(input as never);
    await runBulkChanges(app);
    return change.id;
  };
  const [kept = '', undone = ''] = moved;
  await move(kept);
  await staff.trpc.admin.takeBackBulkChange.mutate({ id: await move(undone) });
  await runBulkChanges(app);
  expect((await calls()).callCount).toBe(0);
  app.clock.advance(UNDO_BULK_MS);
  expect(await calls()).toMatchObject({
    callCount: 1,
    open: [{ reason: expect.stringContaining('moved'), delivery: { id: kept } }],
  });
});

test('a marked call can be undone, and both are in the audit log', async () => {
  await start('off');
  const id = await bookAsGuest();
  await staff.trpc.admin.confirm.mutate({ id });
  const [item] = (await calls()).open;
  await staff.trpc.admin.resolveReviewItem.mutate({ id: item?.id ?? '' });
  for (let times = 0; times < 2; times += 1) {
    await staff.trpc.admin.undoCall.mutate({ id: item?.id ?? '' });
  }
  expect(await calls()).toMatchObject({ callCount: 1, done: [] });
  const { rows } = await app.deps.db.client.execute(
    "select action, actor_name from audit_log where action like 'review.%' order by at, id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['review.resolved', 'review.reopened']);
  await refusal(staff.trpc.admin.undoCall.mutate({ id: 'nothing' }));
});

test('an outdated message puts nobody on the list', async () => {
  await start('off');
  const id = await bookAsGuest();
  await staff.trpc.admin.confirm.mutate({ id });
  await readyToDeliver(staff, id).catch(() => null);
  await staff.trpc.admin.cancel.mutate({ id });
  const { open } = await calls();
  expect(open).toMatchObject([{ reason: expect.stringContaining('cancelled') }]);
});
