/** An appointment's PaymentIntents over REST, for its owner and for staff. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const NONE = {
  completionPaymentIntentId: null,
  balancePaymentIntentId: null,
  deliveryFeePaid: false,
  deliveryFeePaymentIntentId: null,
};
const FIELDS = Object.keys(NONE);

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  [sam, staff] = [await customer(app), await admin(app)];
});
afterAll(() => app.close());

type Fields = Record<string, unknown>;
const fieldsOf = (answer: Fields) =>
  Object.fromEntries(FIELDS.map((field) => [field, answer[field]]));
async function inList(who: Visitor, path: string, id: string) {
  const { body } = await who.rest('GET', path);
  return fieldsOf((body as Fields[]).find((one) => one.id === id) ?? {});
}
/** The payment looks as it does in every answer about the appointment. */
async function seen(id: string) {
  const own = await inList(sam, '/api/appointments', id);
  expect(await inList(staff, '/api/admin/appointments', id)).toEqual(own);
  const { appointment } = await staff.trpc.admin.appointment.query({ id });
  expect(fieldsOf(appointment as unknown as Fields)).toEqual(own);
  return own;
}
async function delivered(card?: string) {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  expect(await seen(id)).toEqual(NONE);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id from charges where appointment_id = ?',
    args: [id],
  });
  return { id, completion: String(rows[0]?.payment_intent_id) };
}

test("the IDs name the delivery's charge, which pays its fee, and the latest correction", async () => {
  const { id, completion } = await delivered();
  expect(completion).toStartWith('pi_');
  const paid = {
    completionPaymentIntentId: completion,
    balancePaymentIntentId: null,
    deliveryFeePaid: true,
    deliveryFeePaymentIntentId: completion,
  };
  expect(await seen(id)).toEqual(paid);
  const { version } = (await staff.trpc.admin.appointment.query({ id })).appointment;
  const corrected = await staff.trpc.admin.correctDelivery.mutate({
    ...{ id, version, requestId: 'payment-intents-1', reason: 'The meter was read again' },
    ...{ actualGallons: 21, smallIceBags: 2, largeIceBags: 1, confirmedTotal: 133.1 },
  });
  const after = await seen(id);
  expect(after).toEqual({ ...paid, balancePaymentIntentId: expect.stringMatching(/^pi_/) });
  expect(after.balancePaymentIntentId).not.toBe(completion);
  expect(fieldsOf(corrected as unknown as Fields)).toEqual(after);
});

test('the IDs leave the fee unpaid until the charge is, and name no payment for cash', async () => {
  const { id, completion } = await delivered(DECLINES);
  expect(await seen(id)).toEqual({ ...NONE, completionPaymentIntentId: completion });
  const settled = await staff.trpc.admin.recordCash.mutate({
    ...{ id, amount: null, requestId: 'payment-intents-2' },
  });
  const inCash = { ...NONE, completionPaymentIntentId: completion, deliveryFeePaid: true };
  expect(fieldsOf(settled as unknown as Fields)).toEqual(inCash);
  expect(await seen(id)).toEqual(inCash);
});

test('an answer to a driver has no PaymentIntent', async () => {
  const dana = await driver(app);
  const id = await book(sam, { date: TODAY });
  await readyToDeliver(staff, id, dana.driverId);
  const answers = [
    await dana.visitor.rest('PATCH', `/api/appointments/${id}`, { status: 'en_route' }),
    await dana.visitor.rest('POST', `/api/appointments/${id}/complete`, { actualGallons: 18 }),
    await dana.visitor.rest('GET', '/api/appointments/today'),
    await dana.visitor.trpc.driver.day.query({}),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('pi_');
});
