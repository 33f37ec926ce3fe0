/** Every entry point refuses an invalid amount and changes nothing. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const NO_NUMBERS = ['', 'ten', '10gal', '5,5', '0x10', '1e1', '+10', true, [], [10], {}];
const NO_GALLONS = [...NO_NUMBERS, -1, '-1', 0.05, '10.05', 1e-7, 1e9, '9'.repeat(20), null];
const NO_BAGS = [...NO_NUMBERS, -1, 0.5, 1e9, '2', null];
const NO_AMOUNTS = [...NO_NUMBERS.slice(1), -1, 0, '0', '-0.01', '0.001', '12,5', 1e9];

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 200 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

async function scheduled(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;

/** Each way to complete a delivery, with the answer's status for an invalid field. */
const WAYS: Record<string, (id: string, wrong: object) => Promise<number>> = {
  dialog: async (id, wrong) => {
    const call = staff.trpc.admin.complete.mutate({ id, actualGallons: 20, ...wrong });
    return (await refusal(call)).status;
  },
  device: async (id, wrong) => {
    const action = { id, actualGallons: 20, actionKey: crypto.randomUUID(), ...wrong };
    return (await refusal(dana.visitor.trpc.driver.complete.mutate(action))).status;
  },
  'POST complete': async (id, wrong) => {
    const body = { actualGallons: 20, ...wrong };
    return (await staff.rest('POST', `/api/appointments/${id}/complete`, body)).status;
  },
  PATCH: async (id, wrong) => {
    const body = { status: 'completed', actualGallons: 20, ...wrong };
    return (await staff.rest('PATCH', `/api/appointments/${id}`, body)).status;
  },
};

test.each(Object.entries(WAYS))('a completion by %s', async (way, complete) => {
  const id = await scheduled();
  if (way === 'device') await dana.visitor.trpc.driver.enRoute.mutate({ id });
  const { status } = await seen(id);
  for (const field of ['expectedTotal', 'confirmedTotal']) {
    for (const value of [...NO_NUMBERS, -1, '129.001', 1e12, null]) {
      expect({ field, value, heard: await complete(id, { [field]: value }) }).toMatchObject({
        heard: 400,
      });
    }
  }
  for (const actualGallons of NO_GALLONS) {
    expect({ actualGallons, heard: await complete(id, { actualGallons }) }).toMatchObject({
      heard: 400,
    });
  }
  if (way !== 'PATCH') {
    for (const smallIceBags of NO_BAGS) {
      expect({ smallIceBags, heard: await complete(id, { smallIceBags }) }).toMatchObject({
        heard: 400,
      });
    }
  }
  expect(await seen(id)).toMatchObject({ status, actualGallonsTenths: null, chargeState: null });
  expect(takenFor(app, id)).toBe(0);
});

test('a refund, cash, and a correction', async () => {
  const [paid, owed] = [await scheduled(), await scheduled(DECLINES)];
  for (const id of [paid, owed]) await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const { version } = await seen(paid);
  for (const amount of NO_AMOUNTS) {
    const requestId = crypto.randomUUID();
    const refund = staff.trpc.admin.refund.mutate({
      id: paid,
      amount: amount as string,
      requestId,
    });
    expect({ amount, heard: (await refusal(refund)).status }).toMatchObject({ heard: 400 });
    const cash = { id: owed, amount: amount as string, requestId };
    const heard = (await refusal(staff.trpc.admin.recordCash.mutate(cash))).status;
    expect({ amount, heard }).toMatchObject({ heard: 400 });
  }
  for (const actualGallons of NO_GALLONS) {
    const call = staff.trpc.admin.correctDelivery.mutate({
      ...{ id: paid, version, reason: 'Read again', requestId: crypto.randomUUID() },
      ...{ actualGallons: actualGallons as string, smallIceBags: 2, largeIceBags: 1 },
      confirmedTotal: '88',
    });
    expect({ actualGallons, heard: (await refusal(call)).status }).toMatchObject({ heard: 400 });
  }
  expect(await seen(paid)).toMatchObject({ totalPaidCents: 12_900, refundedCents: 0 });
  expect(await seen(owed)).toMatchObject({ totalPaidCents: 0, remainingBalanceCents: 12_900 });
});
