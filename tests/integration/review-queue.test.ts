/**
 * Work that only a person can settle goes to staff's one queue, and is closed there with the
 * person's name.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkRefund } from '@/server/modules/payments/refunds/refund-outcome.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { addingReviewItem } from '@/server/modules/review/review.repository';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

const key = () => crypto.randomUUID();
async function ready(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const queue = () => staff.trpc.admin.reviewQueue.query();
const open = async (id: string) =>
  (await queue()).open.filter(({ delivery }) => delivery?.id === id);
const done = async (id: string) =>
  (await queue()).done.filter(({ delivery }) => delivery?.id === id);

describe('a driver report', () => {
  test('waits in the queue with its photo, and shows who resolved it', async () => {
    const id = await ready();
    const actionKey = key();
    const report = { appointmentId: id, text: 'The gate is locked', actionKey };
    await dana.visitor.trpc.driver.reportIssue.mutate(report);
    await dana.visitor.trpc.driver.reportIssue.mutate(report);
    await dana.visitor.trpc.driver.reportIssuePhoto.mutate({
      id: actionKey,
      photo: await picture(),
    });
    const items = await open(id);
    expect(items).toMatchObject([
      {
        kind: 'driver_report',
        reason: 'The gate is locked',
        report: { id: actionKey, photoId: expect.any(String) },
      },
    ]);
    expect(items[0]?.report?.driver?.name).toStartWith('Dana');
    const wrongWay = staff.trpc.admin.resolveReviewItem.mutate({
      id: items[0]?.id ?? '',
      note: '',
    });
    expect((await refusal(wrongWay)).status).toBe(409);
    await staff.trpc.admin.resolveDriverReport.mutate({ id: actionKey });
    await staff.trpc.admin.resolveDriverReport.mutate({ id: actionKey });
    expect(await open(id)).toEqual([]);
    expect(await done(id)).toMatchObject([{ outcome: 'dealt_with', doneBy: 'Alex Harbor' }]);
  });

  test('about no delivery waits there too', async () => {
    const actionKey = key();
    await dana.visitor.trpc.driver.reportIssue.mutate({ text: 'The pump leaks', actionKey });
    const found = (await queue()).open.find(({ report }) => report?.id === actionKey);
    expect(found).toMatchObject({ delivery: null, reason: 'The pump leaks' });
    await staff.trpc.admin.resolveDriverReport.mutate({ id: actionKey });
  });

  test('of a failed delivery has the reason', async () => {
    const id = await ready();
    await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: key() });
    const action = { id, reason: 'no_access' as const, note: 'Chain', actionKey: key() };
    await dana.visitor.trpc.driver.notDelivered.mutate(action);
    await dana.visitor.trpc.driver.notDelivered.mutate(action);
    expect(await open(id)).toMatchObject([
      { kind: 'driver_report', reason: 'Not delivered, no access: Chain' },
    ]);
  });
});

describe('a permanently refused device action', () => {
  test('is reported once with what was done, and the device still gets the refusal', async () => {
    const id = await ready();
    await staff.trpc.admin.cancel.mutate({ id });
    const action = {
      id,
      actualGallons: 18.5,
      actionKey: key(),
      completedAt: '2026-06-13T14:00:00Z',
    };
    for (let time = 0; time < 3; time += 1) {
      const heard = await refusal(dana.visitor.trpc.driver.complete.mutate(action));
      expect(heard).toMatchObject({ status: 409, message: expect.stringContaining('cancelled') });
    }
    const items = await open(id);
    expect(items).toMatchObject([
      {
        kind: 'refused_action',
        press: { actualGallonsTenths: 185, pressedAt: '2026-06-13T14:00:00Z' },
        delivery: { status: 'cancelled' },
      },
    ]);
    expect(items[0]?.reason).toMatch(
      /^Dana \d+ recorded this on a device: completed with 18.5 gallons. We couldn’t save it: .*cancelled/,
    );
    await staff.trpc.admin.resolveReviewItem.mutate({ id: items[0]?.id ?? '', note: 'Called Sam' });
    expect(await open(id)).toEqual([]);
    expect(await done(id)).toMatchObject([{ note: 'Called Sam', doneBy: 'Alex Harbor' }]);
    await refusal(dana.visitor.trpc.driver.complete.mutate(action));
    expect(await open(id)).toEqual([]);
  });

  test('is reported if the delivery went to another driver, and staff complete it', async () => {
    const id = await ready();
    const other = await driver(app);
    await staff.trpc.admin.reschedule.mutate({ id, driverId: other.driverId });
    const action = { id, actualGallons: 20, actionKey: key() };
    expect((await refusal(dana.visitor.trpc.driver.complete.mutate(action))).status).toBe(404);
    expect(await open(id)).toMatchObject([
      { press: { actualGallonsTenths: 200 }, delivery: { status: 'scheduled' } },
    ]);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const [item] = await open(id);
    await staff.trpc.admin.resolveReviewItem.mutate({ id: item?.id ?? '', note: '' });
  });

  test.each([
    [
      'setting out',
      (id: string) => dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: key() }),
    ],
    [
      'not delivering',
      (id: string) =>
        dana.visitor.trpc.driver.notDelivered.mutate({ id, reason: 'unsafe', actionKey: key() }),
    ],
  ])('is reported for %s as well', async (_name, action) => {
    const id = await ready();
    await staff.trpc.admin.cancel.mutate({ id });
    expect((await refusal(action(id))).status).toBe(409);
    expect(await open(id)).toMatchObject([{ kind: 'refused_action' }]);
  });

  test("isn't reported if a person is waiting for the answer", async () => {
    const id = await ready();
    await staff.trpc.admin.cancel.mutate({ id });
    await refusal(dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 }));
    await refusal(staff.trpc.admin.complete.mutate({ id, actualGallons: 20 }));
    expect(await open(id)).toEqual([]);
  });
});

test('a refund that the bank returns waits in the queue once', async () => {
  const id = await ready('4000000000005126');
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const refund = { id, requestId: 'refund-sent-back', amount: 12.5, reason: '' };
  await staff.trpc.admin.refund.mutate(refund);
  app.clock.advance(4_000_000);
  const { rows } = await app.deps.db.client.execute(
    "select stripe_refund_id from refunds where id = 'refund-sent-back'",
  );
  await checkRefund(app.deps, String(rows[0]?.stripe_refund_id));
  await checkRefund(app.deps, String(rows[0]?.stripe_refund_id));
  await sweepRefunds(app);
  expect(await open(id)).toMatchObject([
    { kind: 'refund_failed', refund: { id: 'refund-sent-back', amountCents: 1250 } },
  ]);
  expect((await open(id))[0]?.reason).toContain('The bank rejected the $12.50 refund');
});

test("a long queue has pages, with each item on one of them and a named delivery's first", async () => {
  const long = await startTestApp();
  try {
    const [zoe, office] = [await customer(long), await admin(long)];
    const id = await book(zoe);
    const now = long.clock.now();
    await long.deps.db.batch((orm) =>
      Array.from({ length: 60 }, (_, index) =>
        addingReviewItem({
          ...{ id: `item-${index}`, kind: 'custom_price', reason: `Item ${index}` },
          ...{ dedupeKey: `item-${index}`, createdAt: now },
          appointmentId: index === 57 ? id : null,
        })(orm),
      ),
    );
    const read = (page: number, deliveryId?: string) =>
      office.trpc.admin.reviewQueue.query({ page, deliveryId });
    const pages = [await read(1), await read(2), await read(3), await read(4)];
    expect(pages.map(({ open }) => open.length)).toEqual([25, 25, 10, 0]);
    expect(pages.map(({ openCount }) => openCount)).toEqual([60, 60, 60, 60]);
    expect(new Set(pages.flatMap(({ open }) => open.map((item) => item.id))).size).toBe(60);
    const named = [await read(1, id), await read(2, id), await read(3, id)];
    expect(named[0]?.open[0]).toMatchObject({ id: 'item-57', delivery: { id } });
    expect(new Set(named.flatMap(({ open }) => open.map((item) => item.id))).size).toBe(60);
    expect(await office.trpc.admin.reviewQueue.query()).toEqual(await read(1));
  } finally {
    await long.close();
  }
});
