/** People book at the total they saw, or nothing is booked until they agree to the new one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { admin, BOOKED_FOR, customer, driver, ORDER, WALK_UP } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Visitor;
let keys = 0;
const key = () => {
  keys += 1;
  return `shown-total-key-${keys}`;
};
const setPrices = (regular: string, premium = '4.16') =>
  staff.trpc.admin.setFuelPrices.mutate({ regular, premium });

beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  ({ visitor: dana } = await driver(app));
});
beforeEach(() => setPrices('3.10'));
afterAll(() => app.close());

/** 20 gallons of Regular at $4.10, and nothing else: $107.00. */
const FUEL_ALONE = { smallIceBags: 0, largeIceBags: 0 };
const listed = async () => (await staff.trpc.admin.allAppointments.query({})).total;

type Booking = {
  name: string;
  /**
   * Sends the order with this total in dollars and this key.
   * @returns the stored total
   */
  send: (expectedTotal: number | undefined, id: string) => Promise<number>;
};
const totalOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment.totalPriceCents;

const BOOKINGS: Booking[] = [
  {
    name: 'the order form',
    send: async (expectedTotal, requestId) => {
      const input = { ...ORDER, ...FUEL_ALONE, expectedTotal, requestId };
      const { appointment } = await sam.trpc.booking.create.mutate(input);
      await sam.trpc.booking.cancel.mutate({ id: appointment.id });
      return appointment.totalPriceCents;
    },
  },
  {
    name: 'staff',
    send: async (expectedTotal, id) => {
      const input = { ...BOOKED_FOR, ...FUEL_ALONE, expectedTotal, id };
      return (await staff.trpc.admin.bookForCustomer.mutate(input)).totalPriceCents;
    },
  },
  {
    name: 'a walk-up',
    send: async (expectedTotal, id) => {
      await dana.trpc.driver.walkUp.mutate({ ...WALK_UP, ...FUEL_ALONE, expectedTotal, id });
      return totalOf(id);
    },
  },
];

describe.each(BOOKINGS)('$name', ({ send }) => {
  test('books nothing above the shown total until the caller agrees to it', async () => {
    await setPrices('4.10');
    const before = await listed();
    const id = key();
    const question = await refusal(send(107, id));
    expect(question).toMatchObject({
      ...{ status: 409, reason: 'needs_confirmation', field: 'expectedTotal' },
      message:
        'The price changed. The total is now $127.00 instead of $107.00. Nothing was booked.',
      details: { totalCents: 12_700, total: 127 },
    });
    expect(await listed()).toBe(before);
    expect(await send(127, id)).toBe(12_700);
  });

  test('books a lower total without a question, and any total if none was sent', async () => {
    expect(await send(127, key())).toBe(10_700);
    await setPrices('4.10');
    expect(await send(undefined, key())).toBe(12_700);
  });
});

describe('a booking with a lost answer', () => {
  test('stays the first one, whatever was shown or costs since', async () => {
    const requestId = key();
    const input = { ...ORDER, ...FUEL_ALONE, requestId };
    const create = (expectedTotal?: number) =>
      sam.trpc.booking.create.mutate({ ...input, expectedTotal });
    const { appointment } = await create(107);
    await setPrices('4.10');
    for (const total of [107, 127, undefined]) {
      expect((await create(total)).appointment).toMatchObject({
        ...{ id: appointment.id, totalPriceCents: 10_700 },
      });
    }
    await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    const walkUp = { ...WALK_UP, ...FUEL_ALONE, id: key() };
    await dana.trpc.driver.walkUp.mutate({ ...walkUp, expectedTotal: 127 });
    await setPrices('5.10');
    await dana.trpc.driver.walkUp.mutate({ ...walkUp, expectedTotal: 107 });
    expect(await totalOf(walkUp.id)).toBe(12_700);
  });
});

describe('a change', () => {
  const booked = async () =>
    (await sam.trpc.booking.create.mutate({ ...ORDER, ...FUEL_ALONE })).appointment;

  test('of the fuel is asked about if it costs more than was shown, and the same fuel keeps its price', async () => {
    const { id } = await booked();
    await setPrices('4.10', '5.16');
    const change = (over: object) =>
      sam.trpc.booking.modify.mutate({ ...ORDER, ...FUEL_ALONE, id, ...over });
    // 20 gallons of Premium cost $128.20 before, and $148.20 now.
    const question = await refusal(change({ fuelType: 'Premium', expectedTotal: 128.2 }));
    expect(question.message).toBe(
      'The price changed. The total is now $148.20 instead of $128.20. Nothing was changed.',
    );
    expect(await totalOf(id)).toBe(10_700);
    await change({ slipNumber: 'B2', expectedTotal: 107 });
    await change({ fuelType: 'Premium', expectedTotal: 148.2 });
    expect(await totalOf(id)).toBe(14_820);
    await sam.trpc.booking.cancel.mutate({ id });
  });

  test('over REST also has the total, which changes nothing on its own', async () => {
    const { id } = await booked();
    const patch = (body: object) => sam.rest('PATCH', `/api/appointments/${id}`, body);
    expect(await patch({ estimatedGallons: 30, expectedTotal: 107 })).toMatchObject({
      ...{ status: 409, body: { reason: 'needs_confirmation', total: 148 } },
    });
    expect((await patch({ estimatedGallons: 30, expectedTotal: 148 })).status).toBe(200);
    expect((await patch({ expectedTotal: 148 })).status).toBe(400);
    await sam.trpc.booking.cancel.mutate({ id });
  });
});

describe('over REST', () => {
  test('a booking above the shown total is refused, with the lines', async () => {
    await setPrices('4.10');
    const post = (over: object) =>
      sam.rest('POST', '/api/appointments', { ...ORDER, ...FUEL_ALONE, ...over });
    expect(await post({ expectedTotal: 107 })).toMatchObject({
      status: 409,
      body: {
        ...{ reason: 'needs_confirmation', field: 'expectedTotal', total: 127 },
        lines: { fuel: 102, ice: 0, deliveryFee: 25 },
      },
    });
    expect((await post({ expectedTotal: 'much' })).status).toBe(400);
    const booked = await post({ expectedTotal: 127 });
    expect(booked).toMatchObject({ status: 201, body: { totalPrice: 127 } });
    await sam.rest('DELETE', `/api/appointments/${(booked.body as { id: string }).id}`);
  });
});
