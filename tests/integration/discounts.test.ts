import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { and, eq, like } from 'drizzle-orm';
import fc from 'fast-check';
import { outbox } from '@/db/schema';
import type { Settings } from '@/server/config/deps';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  ORDER,
  readyToDeliver,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
const start = async (settings: Partial<Settings> = {}) => {
  await app?.close();
  app = await startTestApp({ settings });
  staff = await admin(app);
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 50 });
};
beforeEach(() => start());
afterAll(() => app.close());

const SUMMER = { code: 'Summer10', on: 'fuel' as const, percent: 10 };
const add = (terms: object = {}) =>
  staff.trpc.admin.addDiscount.mutate({ ...SUMMER, ...terms } as typeof SUMMER);
const uses = async (code = 'SUMMER10') => {
  const { discounts } = await staff.trpc.admin.discounts.query({ page: 1 });
  return discounts.find((one) => one.code === code)?.uses;
};
const guest = (n: number, more: object = {}) =>
  app.visitor().trpc.booking.create.mutate({
    ...ORDER,
    customerPhone: `269555${1_000 + n}`,
    promoCode: 'SUMMER10',
    ...more,
  });

describe('a customer’s discount', () => {
  test('is a line of the price, from the form to the receipt', async () => {
    await add();
    const sam = await customer(app);
    const checked = await sam.trpc.booking.validatePromo.mutate({ promoCode: 'summer10' });
    expect(checked).toEqual({
      valid: true,
      testMode: false,
      message:
        '✓ 10% off fuel. If you change this order, it keeps the discount. Later orders don’t have it.',
      discount: { label: 'Summer10 (10% off fuel)', on: 'fuel', percent: 10, amountCents: null },
    });
    const id = await book(sam, { promoCode: 'summer10', expectedTotal: 120.8 });
    const booked = await sam.trpc.booking.get.query({ id });
    expect(booked).toMatchObject({
      fuelTotalCents: 8_200,
      iceTotalCents: 1_700,
      deliveryFeeCents: 3_000,
      discountCents: -820,
      totalPriceCents: 12_080,
      promoCode: 'SUMMER10',
      testMode: false,
    });

    await readyToDeliver(staff, id, (await driver(app)).driverId);
    // The delivered amount counts: 10% of $43.05, rounded half up.
    const done = await staff.trpc.admin.complete.mutate({
      id,
      actualGallons: 10.5,
      smallIceBags: 2,
      largeIceBags: 1,
    });
    expect(done).toMatchObject({ totalPriceCents: 8_574 });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      fuelTotalCents: 4_305,
      discountCents: -431,
      totalPriceCents: 8_574,
      totalPaidCents: 8_574,
    });

    const mail = await app.deps.db.orm
      .select({ body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.appointmentId, id), like(outbox.dedupeKey, 'completed:%')));
    expect(mail[0]?.body).toContain('Summer10 (10% off fuel): −$4.31\nTotal: $85.74');
    const csv = await staff.fetch(
      `/api/admin/export/report.csv?from=${TODAY}&to=${TOMORROW}&by=day`,
    );
    const text = await csv.text();
    expect(text).toContain('Discounts');
    expect(text).toContain('-4.31');
    const report = await staff.trpc.admin.report.query({ by: 'day', from: TODAY, to: TOMORROW });
    expect(report.total).toMatchObject({ revenueCents: 8_574, discountCents: -431 });
    const list = await staff.fetch(`/api/admin/export/appointments.csv?date=${TOMORROW}`);
    expect(await list.text()).toContain('-4.31,Summer10 (10% off fuel)');
  });

  test('is fixed when it’s booked, and follows a changed order', async () => {
    await add();
    const sam = await customer(app);
    const id = await book(sam, { promoCode: 'SUMMER10' });
    await staff.trpc.admin.editDiscount.mutate({ code: 'SUMMER10', on: 'ice', percent: 100 });
    await staff.trpc.admin.setDiscountActive.mutate({ code: 'SUMMER10', isActive: false });
    const form = { id, ...ORDER };
    const more = await sam.trpc.booking.modify.mutate({ ...form, estimatedGallons: 30 });
    expect(more).toMatchObject({ discountCents: -1_230, totalPriceCents: 15_770 });
    const less = await sam.trpc.booking.modify.mutate({ ...form, estimatedGallons: 0 });
    expect(less).toMatchObject({ discountCents: 0, totalPriceCents: 2_700 });
    const edited = await staff.trpc.admin.editDetails.mutate({
      id,
      ...{ estimatedGallons: 10, smallIceBags: 2, largeIceBags: 1 },
    });
    expect(edited).toMatchObject({ discountCents: -410 });
    expect(await refusal(guest(1))).toMatchObject({
      field: 'promoCode',
      message:
        'Summer10 isn’t active anymore. Nothing was booked. Remove the code, or use another one.',
    });
  });

  test('can be added when staff complete the delivery', async () => {
    await add();
    const sam = await customer(app);
    const id = await book(sam);
    await readyToDeliver(staff, id, (await driver(app)).driverId);
    const delivered = { id, actualGallons: 10, smallIceBags: 2, largeIceBags: 1 };
    const refused = await refusal(
      staff.trpc.admin.complete.mutate({ ...delivered, promoCode: 'NONE' }),
    );
    expect(refused).toMatchObject({
      field: 'promoCode',
      message: 'Invalid promo code. Nothing was recorded. Remove the code, or use another one.',
    });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ status: 'scheduled' });
    const done = await staff.trpc.admin.complete.mutate({ ...delivered, promoCode: 'summer10' });
    expect(done).toMatchObject({ totalPriceCents: 8_390 });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      ...{ promoCode: 'SUMMER10', discountCents: -410, totalPaidCents: 8_390 },
    });
    expect(await uses()).toBe(1);
    const [mail] = await app.deps.db.orm
      .select({ body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.appointmentId, id), like(outbox.dedupeKey, 'completed:%')));
    expect(mail?.body).toContain('Summer10 (10% off fuel): −$4.10\nTotal: $83.90');
    const report = await staff.trpc.admin.report.query({ by: 'day', from: TODAY, to: TOMORROW });
    expect(report.total).toMatchObject({ revenueCents: 8_390, discountCents: -410 });
    const { rows } = await app.deps.db.client.execute(
      "select gross_cents from ledger where kind = 'charge'",
    );
    expect(rows).toMatchObject([{ gross_cents: 8_390 }]);
  });

  test('is removed when staff complete the delivery with a blank code, and free again', async () => {
    await add({ mostInAll: 1 });
    const sam = await customer(app);
    const id = await book(sam, { promoCode: 'SUMMER10' });
    await readyToDeliver(staff, id, (await driver(app)).driverId);
    const other = await book(sam, { ...ORDER, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, other);
    const bags = { actualGallons: 10, smallIceBags: 2, largeIceBags: 1 };
    const code = { ...bags, id: other, promoCode: 'SUMMER10' };
    expect(await refusal(staff.trpc.admin.complete.mutate(code))).toMatchObject({
      message: expect.stringContaining('Summer10 has been used up. Nothing was recorded.'),
    });
    const done = await staff.trpc.admin.complete.mutate({ ...bags, id, promoCode: '' });
    expect(done).toMatchObject({ totalPriceCents: 8_800 });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      ...{ promoCode: null, discount: null, discountCents: 0 },
    });
    expect(await staff.trpc.admin.complete.mutate(code)).toMatchObject({ totalPriceCents: 8_390 });
  });

  test('that fits nothing in the delivery is refused, and the delivery isn’t recorded', async () => {
    await add({ on: 'ice' });
    const id = await book(await customer(app));
    await readyToDeliver(staff, id, (await driver(app)).driverId);
    const delivered = { id, actualGallons: 10, smallIceBags: 0, largeIceBags: 0 };
    expect(
      await refusal(staff.trpc.admin.complete.mutate({ ...delivered, promoCode: 'SUMMER10' })),
    ).toMatchObject({ field: 'promoCode', message: expect.stringContaining('has no ice for') });
    const done = await staff.trpc.admin.complete.mutate({ ...delivered, confirmedTotal: 66 });
    expect(done).toMatchObject({ totalPriceCents: 6_600 });
  });

  test('can be added when staff record the delivery of a cancelled appointment', async () => {
    await add();
    const sam = await customer(app);
    const id = await book(sam);
    await staff.trpc.admin.cancel.mutate({ id, reason: 'A storm is coming.' });
    await staff.trpc.admin.recordDelivery.mutate({
      ...{ id, actualGallons: 10, smallIceBags: 2, largeIceBags: 1 },
      ...{ promoCode: 'SUMMER10', reason: 'It was delivered' },
    });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ discountCents: -410 });
  });

  test('is corrected together with its line', async () => {
    await add();
    const sam = await customer(app);
    const id = await book(sam, { promoCode: 'SUMMER10' });
    await readyToDeliver(staff, id, (await driver(app)).driverId);
    const bags = { smallIceBags: 2, largeIceBags: 1 };
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20, ...bags });
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    await staff.trpc.admin.correctDelivery.mutate({
      id,
      requestId: 'correction-1',
      actualGallons: 10,
      ...bags,
      reason: 'The meter was read again',
      confirmedTotal: 83.9,
      version: appointment.version,
    });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      discountCents: -410,
      totalPriceCents: 8_390,
      refundedCents: 12_080 - 8_390,
    });
  });

  test('in REST goes in the code’s field, and the answer has its amount', async () => {
    await add({ percent: null, amount: 5, on: 'delivery' });
    const stranger = app.visitor();
    const send = (path: string, body: object) =>
      stranger.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const checked = await send('/api/validate-promo-code', { promoCode: 'summer10' });
    expect(Object.keys((await checked.json()) as object)).toEqual(['valid', 'testMode', 'message']);
    const order = { ...ORDER, customerPhone: '2695550100', promoCode: 'SUMMER10' };
    const answer = await (await send('/api/appointments', order)).json();
    expect(answer).toMatchObject({
      deliveryFee: 30,
      discount: -5,
      totalPrice: 124,
      testMode: false,
    });
  });

  test('is refused in a sentence if the order has nothing for it', async () => {
    await add();
    expect(await refusal(guest(1, { estimatedGallons: 0 }))).toMatchObject({
      status: 400,
      field: 'promoCode',
      message:
        'This order has no fuel for Summer10 (10% off fuel). Nothing was booked. Remove the code, or use another one.',
    });
  });
});

describe('a code that doesn’t work', () => {
  const answerOf = async (promoCode = 'SUMMER10') =>
    app.visitor().trpc.booking.validatePromo.mutate({ promoCode });

  test.each<[string, object, string]>([
    ['yet', { startsOn: TOMORROW }, 'Summer10 starts on Sunday, June 14, 2026.'],
    ['anymore', { endsOn: '2026-06-12' }, 'Summer10 ended on Friday, June 12, 2026.'],
  ])('%s has its own sentence', async (_, terms, message) => {
    await add(terms);
    expect(await answerOf()).toMatchObject({ valid: false, message });
    expect((await refusal(guest(1)))?.message).toStartWith(message);
    expect(await uses()).toBe(0);
  });

  test('because nobody created it is unknown, and the order has its full price', async () => {
    expect(await answerOf('WINTER10')).toEqual({
      valid: false,
      testMode: false,
      message: 'Invalid promo code',
      discount: null,
    });
    const { appointment } = await guest(1, { promoCode: 'WINTER10' });
    expect(appointment).toMatchObject({ promoCode: null, discountCents: 0, discount: null });
  });

  test('can’t be guessed by booking instead of checking', async () => {
    await start({ limitFactor: 1 });
    const stranger = await customer(app);
    let last: { message: string } | undefined;
    const guess = (n: number) =>
      stranger.trpc.booking.create.mutate({ ...ORDER, promoCode: `GUESS${n}` });
    for (let n = 0; n <= 20; n += 1) last = await refusal(guess(n)).catch(() => undefined);
    expect(last?.message).toStartWith('Too many promo codes were tried.');
  });
});

describe('the limits of a discount', () => {
  test('hold if two book the last use at the same time, before a card is saved', async () => {
    await add({ mostInAll: 1 });
    const sent = await Promise.allSettled([guest(1), guest(2), guest(3)]);
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of sent) {
      if (one.status === 'rejected') {
        expect((one.reason as Error).message).toStartWith('Summer10 has been used up.');
      }
    }
    expect(await uses()).toBe(1);
  });

  test('count an account, a phone number, and an email once each', async () => {
    await add({ mostPerCustomer: 1 });
    const sam = await customer(app, { email: 'sam.once@lake.example', phone: '(269) 555-0188' });
    await book(sam, { promoCode: 'SUMMER10' });
    const used = 'Summer10 works once per customer, and it was already used.';
    expect(await sam.trpc.booking.validatePromo.mutate({ promoCode: 'SUMMER10' })).toMatchObject({
      valid: false,
      message: used,
    });
    const ownAgain = sam.trpc.booking.create.mutate({ ...ORDER, promoCode: 'SUMMER10' });
    expect((await refusal(ownAgain))?.message).toStartWith(used);
    const again = [
      guest(0, { customerPhone: '+1 269.555.0188' }),
      guest(1, { customerEmail: 'Sam.Once+2@lake.example' }),
    ];
    for (const one of again) {
      expect((await refusal(one))?.message).toStartWith('Summer10 can’t be used for this order.');
    }
    await guest(2);
    expect(await uses()).toBe(2);
  });

  test('are freed by a cancellation and by an expired hold', async () => {
    await add({ mostInAll: 1 });
    const { appointment } = await guest(1);
    expect(await refusal(guest(2))).toMatchObject({ field: 'promoCode' });
    app.clock.advance(16 * 60_000);
    const sam = await customer(app);
    const id = await book(sam, { promoCode: 'SUMMER10' });
    expect(await refusal(guest(3))).toMatchObject({ field: 'promoCode' });
    await sam.trpc.booking.cancel.mutate({ id });
    expect(await uses()).toBe(0);
    await guest(4);
    expect(await uses()).toBe(1);
    expect(appointment.discountCents).toBe(-820);
  });

  test('hold for a card that’s saved after the hold expired', async () => {
    await add({ mostInAll: 1 });
    const [late, next] = [await customer(app), await customer(app)];
    const { appointment } = await late.trpc.booking.create.mutate({
      ...ORDER,
      promoCode: 'SUMMER10',
    });
    const authorization = await late.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await late.enterCard(authorization);
    app.clock.advance(16 * 60_000);
    await book(next, { promoCode: 'SUMMER10' });
    const saved = late.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: appointment.id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    expect((await refusal(saved))?.message).toContain('You weren’t charged. Book again.');
    expect(await uses()).toBe(1);
  });

  test('let an expired hold return if a use is left', async () => {
    await add({ mostInAll: 2, mostPerCustomer: 1 });
    const late = await customer(app);
    const { appointment } = await late.trpc.booking.create.mutate({
      ...ORDER,
      promoCode: 'SUMMER10',
    });
    const authorization = await late.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await late.enterCard(authorization);
    app.clock.advance(16 * 60_000);
    await late.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: appointment.id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    expect(await uses()).toBe(1);
  });

  test('are never exceeded, however bookings and cancellations are mixed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(
          fc.array(fc.constantFrom('book', 'cancel', 'expire'), { minLength: 1, maxLength: 4 }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        async (mostInAll, rounds) => {
          await start();
          await add({ mostInAll });
          let booked: { id: string; by: Visitor }[] = [];
          let n = 0;
          for (const round of rounds) {
            const work = round.map(async (step) => {
              n += 1;
              if (step === 'expire') return app.clock.advance(6 * 60_000);
              if (step === 'cancel') {
                const [one, ...rest] = booked;
                booked = rest;
                await one?.by.trpc.booking.cancel.mutate({ id: one.id }).catch(() => {});
                return undefined;
              }
              const by = app.visitor();
              const order = {
                ...ORDER,
                customerPhone: `269555${2_000 + n}`,
                promoCode: 'SUMMER10',
              };
              const made = await by.trpc.booking.create.mutate(order).catch(() => null);
              if (made) booked.push({ id: made.appointment.id, by });
              return undefined;
            });
            await Promise.all(work);
            expect(await uses()).toBeLessThanOrEqual(mostInAll);
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 60_000);
});

describe('staff', () => {
  test('book with a discount, within its limits', async () => {
    await add({ mostInAll: 1 });
    const booked = await staff.trpc.admin.bookForCustomer.mutate({
      ...BOOKED_FOR,
      promoCode: 'summer10',
    });
    expect(booked).toMatchObject({ discountCents: -820, promoCode: 'SUMMER10' });
    const again = (over: object) =>
      refusal(
        staff.trpc.admin.bookForCustomer.mutate({
          ...BOOKED_FOR,
          id: 'booked-for-of-the-test-2',
          ...over,
        }),
      );
    expect(await again({ promoCode: 'SUMMER10' })).toMatchObject({ field: 'promoCode' });
    expect((await again({ promoCode: 'WINTER10' }))?.message).toStartWith('Invalid promo code.');
  });

  test('create, change, and deactivate one, and can’t overwrite each other', async () => {
    await add({ mostPerCustomer: '1', endsOn: '2026-06-30' });
    const { discounts, count } = await staff.trpc.admin.discounts.query({ page: 1 });
    expect(count).toBe(1);
    expect(discounts).toMatchObject([
      { code: 'SUMMER10', name: 'Summer10', uses: 0, problem: null, mostPerCustomer: 1 },
    ]);
    const terms = { code: 'SUMMER10', on: 'fuel' as const, percent: 15 };
    await staff.trpc.admin.editDiscount.mutate(terms);
    const late = { ...terms, percent: 20, read: { on: 'fuel', percent: 10, amount: null } };
    expect(await refusal(staff.trpc.admin.editDiscount.mutate(late))).toMatchObject({
      status: 409,
      details: { changes: [{ field: 'percent', from: 10, to: 15 }] },
    });
    await staff.trpc.admin.setDiscountActive.mutate({ code: 'SUMMER10', isActive: false });
    expect(await staff.trpc.admin.discounts.query({ page: 1 })).toMatchObject({
      discounts: [{ percent: 15, isActive: false, problem: 'Summer10 isn’t active anymore.' }],
    });
    expect(await refusal(add({ code: 'SUMMER10' }))).toMatchObject({ status: 409, field: 'code' });
    await staff.trpc.admin.addPromoCode.mutate({ code: 'TRYOUT', note: '' });
    expect(await refusal(add({ code: 'Tryout' }))).toMatchObject({ status: 409, field: 'code' });
    const asTest = staff.trpc.admin.addPromoCode.mutate({ code: 'SUMMER10', note: '' });
    expect(await refusal(asTest)).toMatchObject({ status: 409, field: 'code' });
  });

  test.each<[string, object, string]>([
    ['neither percent nor dollars', { percent: null }, 'percent'],
    ['both', { amount: '5' }, 'amount'],
    ['0 percent', { percent: 0 }, 'percent'],
    ['101 percent', { percent: 101 }, 'percent'],
    ['half a percent', { percent: 2.5 }, 'percent'],
    ['minus one dollar', { percent: null, amount: -1 }, 'amount'],
    ['tenths of a cent', { percent: null, amount: '0.005' }, 'amount'],
    ['dates in the wrong order', { startsOn: '2026-07-02', endsOn: '2026-07-01' }, 'endsOn'],
    ['a date that doesn’t exist', { endsOn: '2026-02-30' }, 'endsOn'],
    ['no uses', { mostInAll: 0 }, 'mostInAll'],
    ['a code with a space', { code: 'SUM MER' }, 'code'],
    ['another line', { on: 'tax' }, 'on'],
  ])('can’t create one with %s', async (_, terms, field) => {
    expect(await refusal(add(terms))).toMatchObject({ status: 400, field });
  });
});
