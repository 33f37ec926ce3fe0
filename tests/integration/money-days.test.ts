/** Reports count money on the delivery date, or on the date it moved. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { MoneyDay } from '@/domain/report-periods';
import { checkDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

/** 10 gallons of Regular at $4.10, two small bags, and a large one. */
const EACH = 8_800;
const DECLINES = '4000000000000341';
const SATURDAY = TODAY;
const SUNDAY = TOMORROW;
const MONDAY = '2026-06-15';
const TUESDAY = '2026-06-16';
const WEDNESDAY = '2026-06-17';
const RANGE = { from: SATURDAY, to: WEDNESDAY };

let app: TestApp;
let staff: Visitor;

/**
 * Three of Sunday's deliveries are completed on Saturday. Two are charged then, and the third is
 * paid in cash on Monday. Of one charge, $8 is refunded on Tuesday. Of the other, $20 is disputed
 * on Monday and lost on Wednesday.
 */
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
  const sam = await customer(app);
  const deliver = async (card?: string) => {
    const id = await book(sam, { date: SUNDAY }, card);
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    return id;
  };
  const noonOf = (date: string) => app.clock.set(Date.parse(`${date}T16:00:00Z`));
  const control = async (path: string, body: object) => {
    const request = new Request(`http://sandbox/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return (await (await app.sandbox.fetch(request)).json()) as { id: string };
  };
  const [refunded, disputed, inCash] = [await deliver(), await deliver(), await deliver(DECLINES)];
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id as pi from charges where appointment_id = ?',
    args: [disputed],
  });

  noonOf(MONDAY);
  await staff.trpc.admin.recordCash.mutate({ id: inCash });
  const dispute = await control('disputes', { payment_intent: rows[0]?.pi, amount: 2_000 });
  await checkDispute(app.deps, dispute.id);
  noonOf(TUESDAY);
  await staff.trpc.admin.refund.mutate({ id: refunded, amount: 8, requestId: 'refund-of-eight' });
  noonOf(WEDNESDAY);
  await control('disputes/decide', { dispute: dispute.id, outcome: 'lost' });
  await checkDispute(app.deps, dispute.id);
});
afterAll(() => app.close());

/** The money of each day that has any. */
async function money(moneyOn?: MoneyDay) {
  const report = await staff.trpc.admin.report.query({ ...RANGE, moneyOn });
  const days = report.rows.map(
    ({ from, cardCents, cashCents, refundedCents, disputedCents, deliveries }) =>
      [from, { cardCents, cashCents, refundedCents, disputedCents, deliveries }] as const,
  );
  const busy = days.filter(([, figures]) => Object.values(figures).some((figure) => figure !== 0));
  return { ...report, days: Object.fromEntries(busy) };
}

const NONE = { cardCents: 0, cashCents: 0, refundedCents: 0, disputedCents: 0, deliveries: 0 };

test('a report counts by the delivery day unless the call says otherwise', async () => {
  const { days, moneyOn } = await money();
  expect(moneyOn).toBe('delivered');
  expect(days).toEqual({
    [SUNDAY]: {
      cardCents: 2 * EACH - 2_800,
      cashCents: EACH,
      refundedCents: 800,
      disputedCents: 2_000,
      deliveries: 3,
    },
  });
});

test('a report can count money on the day it moved, with deliveries on theirs', async () => {
  const { days } = await money('moved');
  expect(days).toEqual({
    [SATURDAY]: { ...NONE, cardCents: 2 * EACH },
    [SUNDAY]: { ...NONE, deliveries: 3 },
    [MONDAY]: { ...NONE, cashCents: EACH },
    [TUESDAY]: { ...NONE, cardCents: -800, refundedCents: 800 },
    [WEDNESDAY]: { ...NONE, cardCents: -2_000, disputedCents: 2_000 },
  });
});

test('both kinds of report have the same total', async () => {
  expect((await money('moved')).total).toEqual((await money('delivered')).total);
});

test('the file counts as the call says, and refuses unknown ways to count', async () => {
  // An export asks for a proof, days after the sign-in.
  const signedIn = await admin(app);
  const file = async (query: string) => {
    const answer = await signedIn.fetch(
      `/api/admin/export/report.csv?from=${SATURDAY}&to=${SATURDAY}&${query}`,
    );
    return { status: answer.status, text: await answer.text() };
  };
  const line = async (query: string) => (await file(query)).text.split('\r\n')[1];
  expect(await line('')).toBe(
    `${SATURDAY},${SATURDAY},0${',0.00'.repeat(5)},0,0,0,0,0.00,0${',0.00'.repeat(4)}`,
  );
  expect(await line('moneyOn=moved')).toStartWith(
    `${SATURDAY},${SATURDAY},0,176.00,176.00,0.00,0.00,0.00,`,
  );
  const refused = await file('moneyOn=someday');
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([
    400,
    'Select delivered or moved.',
  ]);
});
