import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { admin, BOOKED_FOR, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
/** Runs once, while a call looks up its address. */
let duringLookUp: (() => Promise<unknown>) | null;
/** Runs once, just before a call's batch is written. */
let beforeWrite: (() => Promise<unknown>) | null;

beforeEach(async () => {
  duringLookUp = null;
  beforeWrite = null;
  app = await startTestApp({
    capacity: 50,
    geocode: {
      locate: async () => {
        const step = duringLookUp;
        duringLookUp = null;
        await step?.();
        return null;
      },
    },
    db: (real) => ({
      ...real,
      batch: async (...args) => {
        const step = beforeWrite;
        beforeWrite = null;
        await step?.();
        return real.batch(...args);
      },
    }),
  });
  staff = await admin(app);
});
afterEach(() => app.close());

const CODE = { promoCode: 'SUMMER10' };
const SUMMER = { code: 'SUMMER10', on: 'fuel' as const, percent: 10 };
const add = (limits: object) =>
  staff.trpc.admin.addDiscount.mutate({ ...SUMMER, code: 'Summer10', ...limits });
const edit = (terms: object) => staff.trpc.admin.editDiscount.mutate({ ...SUMMER, ...terms });
const bookedFor = (more: object = {}) =>
  staff.trpc.admin.bookForCustomer.mutate({ ...BOOKED_FOR, ...CODE, ...more });
const guest = (n: number, more: object = {}) =>
  app.visitor().trpc.booking.create.mutate({
    ...ORDER,
    ...CODE,
    customerPhone: `269555${1_000 + n}`,
    ...more,
  });

describe('a booking that’s sent again while the first is still on its way', () => {
  test.each([{ mostPerCustomer: 1 }, { mostInAll: 1 }])(
    'by staff is one booking: %o',
    async (most) => {
      await add(most);
      let inner: { id: string } | undefined;
      duringLookUp = async () => {
        inner = await bookedFor();
      };
      const outer = await bookedFor();
      expect(inner).toEqual(outer);
      expect(outer).toMatchObject({ id: BOOKED_FOR.id, discountCents: -820 });
    },
  );

  test('by staff is refused if another form has its ID', async () => {
    await add({ mostInAll: 1 });
    duringLookUp = () => bookedFor({ customerName: 'Lou Other' });
    expect(await refusal(bookedFor())).toMatchObject({ status: 409, field: 'id' });
  });

  test.each([
    ['a customer', { mostPerCustomer: 1 }],
    ['a customer', { mostInAll: 1 }],
    ['a guest', { mostPerCustomer: 1 }],
    ['a guest', { mostInAll: 1 }],
  ])('by %s is one booking: %o', async (who, most) => {
    await add(most);
    const by = who === 'a guest' ? app.visitor() : await customer(app);
    const order = { ...ORDER, ...CODE, customerPhone: '2695551001', requestId: 'one-press-1' };
    const send = async () => (await by.trpc.booking.create.mutate(order)).appointment.id;
    await by.trpc.booking.beginAsGuest.mutate();
    let inner: string | undefined;
    duringLookUp = async () => {
      inner = await send();
    };
    const outer = await send();
    expect(inner).toBe(outer);
  });
});

describe('a discount that the owner edits while an order is being booked', () => {
  test('has its new terms, for a customer', async () => {
    await add({ mostInAll: 5 });
    duringLookUp = () => edit({ percent: 20, mostInAll: 50 });
    const { appointment } = await guest(1);
    expect(appointment.discountCents).toBe(-1_640);
  });

  test('has its new terms, for staff', async () => {
    await add({ mostInAll: 5 });
    beforeWrite = () => edit({ percent: 20, mostInAll: 50 });
    expect(await bookedFor({ overCapacityReason: '' })).toMatchObject({ discountCents: -1_640 });
  });

  test('never makes an order cost more than the total shown', async () => {
    await add({});
    duringLookUp = () => edit({ percent: 5 });
    expect(await refusal(guest(1, { expectedTotal: 120.8 }))).toMatchObject({
      status: 409,
      reason: 'needs_confirmation',
    });
  });

  test('is named if it’s inactive by then', async () => {
    await add({});
    const off = () =>
      staff.trpc.admin.setDiscountActive.mutate({ code: 'SUMMER10', isActive: false });
    duringLookUp = off;
    const message =
      'Summer10 isn’t active anymore. Nothing was booked. Remove the code, or use another one.';
    expect(await refusal(guest(1))).toMatchObject({ field: 'promoCode', message });
    await staff.trpc.admin.setDiscountActive.mutate({ code: 'SUMMER10', isActive: true });
    beforeWrite = off;
    expect(await refusal(bookedFor())).toMatchObject({ field: 'promoCode', message });
  });
});

test('staff who confirm an expired hold read that its discount may be used up', async () => {
  await add({ mostInAll: 1 });
  const { appointment } = await guest(1);
  app.clock.advance(16 * 60_000);
  await guest(2);
  const { id } = appointment;
  expect(
    await refusal(staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays cash' })),
  ).toMatchObject({
    status: 409,
    message:
      'This booking’s hold expired, and now its window is full or Summer10 (10% off fuel) is used up. Nothing was changed. Book again for the customer.',
  });
});

test('a guest doesn’t learn that someone else used a code', async () => {
  await add({ mostPerCustomer: 1 });
  const customerEmail = 'ann@lake.example';
  await guest(1, { customerEmail });
  const more = 'Nothing was booked. Remove the code, or use another one.';
  expect(await refusal(guest(2, { customerEmail }))).toMatchObject({
    field: 'promoCode',
    message: `Summer10 can’t be used for this order. ${more}`,
  });
  const exact = `Summer10 works once per customer, and it was already used. ${more}`;
  const byStaff = bookedFor({ customerEmail });
  expect(await refusal(byStaff)).toMatchObject({ message: exact });
});
