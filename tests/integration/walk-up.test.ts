/** Tests a walk-up, which a driver books at the dock for a customer who is there. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver, WALK_UP } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let dana: Visitor;
let driverId: number;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  ({ visitor: dana, driverId } = await driver(app));
});
afterEach(() => app.close());

const key = () => crypto.randomUUID();
const walkUp = (over: Record<string, unknown> = {}) => ({ ...WALK_UP, id: key(), ...over });
const stateOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment;

/** The customer's device, which opened the code on the driver's screen. */
async function opened(id: string) {
  const { deliveries, done } = await dana.trpc.driver.day.query({});
  const stop = [...deliveries, ...done].find((one) => one.id === id);
  const visitor = app.visitor();
  const token = /\/d\/(\w{22})\?pay=now$/.exec(stop?.payLink ?? '')?.[1] ?? '';
  const delivery = await visitor.trpc.booking.manage.mutate({ token });
  return { visitor, delivery };
}

describe('a walk-up', () => {
  test('is en route with its driver immediately, in the current time slot, and staff see it', async () => {
    const told = walkUp({ customerPhone: '269 555 0199' });
    const { publicCode } = await dana.trpc.driver.walkUp.mutate(told);
    expect(await stateOf(told.id)).toMatchObject({
      ...{ publicCode, status: 'en_route', date: TODAY, time: '10:00 AM - 12:00 PM' },
      ...{ driverId, bookedBy: 'driver', overCapacityReason: null, holdExpiresAt: null },
      ...{ customerPhone: '269 555 0199', location: 'Maple Island Marina', canType: 'boat' },
      ...{ estimatedGallonsTenths: 200, smallIceBags: 2, totalPriceCents: 12_200 },
    });
    const { deliveries } = await dana.trpc.driver.day.query({});
    expect(deliveries).toMatchObject([{ id: told.id, status: 'en_route', cardSaved: false }]);
  });

  test('takes a discount, which is in its price, its receipt, and the discount’s uses', async () => {
    await staff.trpc.admin.addDiscount.mutate({ code: 'Dock10', on: 'fuel', percent: 10 } as never);
    const told = walkUp({ promoCode: 'dock10', expectedTotal: 122 });
    const answer = await dana.trpc.driver.walkUp.mutate(told);
    expect(answer).toMatchObject({ totalPriceCents: 11_380, codeRefused: false });
    expect(await dana.trpc.driver.walkUp.mutate(told)).toEqual(answer);
    await dana.trpc.driver.complete.mutate({ id: told.id, actualGallons: 10, actionKey: key() });
    expect(await stateOf(told.id)).toMatchObject({
      ...{ promoCode: 'DOCK10', discountCents: -410, status: 'completed' },
    });
    const { discounts } = await staff.trpc.admin.discounts.query({ page: 1 });
    expect(discounts).toMatchObject([{ uses: 1 }]);
  });

  test('is booked at the full price if its code is unknown, ended, or used up', async () => {
    const terms = { on: 'fuel', percent: 10 };
    const add = (more: object) =>
      staff.trpc.admin.addDiscount.mutate({ ...terms, ...more } as never);
    await add({ code: 'Over', endsOn: '2026-01-01' });
    await add({ code: 'Last', mostInAll: '2' });
    const sell = (promoCode: string) =>
      dana.trpc.driver.walkUp.mutate(walkUp({ promoCode, expectedTotal: 122 }) as never);
    const full = { totalPriceCents: 12_200, codeRefused: true };
    expect(await sell('nothing')).toMatchObject(full);
    expect(await sell('over')).toMatchObject(full);
    const four = await Promise.all(['last', 'last', 'last', 'last'].map(sell));
    expect(four.filter(({ codeRefused }) => codeRefused)).toHaveLength(2);
    expect(four.map(({ totalPriceCents }) => totalPriceCents).toSorted()).toEqual([
      ...[11_380, 11_380, 12_200, 12_200],
    ]);
    const { rows } = await app.deps.db.client.execute(
      "select count(*) as count from audit_log where after like '%OVER wasn’t applied%'",
    );
    expect(rows).toMatchObject([{ count: 1 }]);
    const reasons = await app.deps.db.client.execute(
      "select after ->> '$.reason' as reason from audit_log where after like '%OVER wasn’t applied%'",
    );
    expect(reasons.rows[0]?.reason).toStartWith(
      'The discount code OVER wasn’t applied. Over ended on Thursday, January 1, 2026.',
    );
  });

  test('with a discount has the same total for the customer, in the ledger, in reports, and in the closing', async () => {
    await staff.trpc.admin.addDiscount.mutate({ code: 'Dock10', on: 'fuel', percent: 10 } as never);
    const { id, ...told } = walkUp({ promoCode: 'dock10', expectedTotal: 122 });
    await dana.trpc.driver.walkUp.mutate({ id, ...told });
    const { visitor } = await opened(id);
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 20, actionKey: key() });
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await visitor.trpc.booking.get.query({ id })).toMatchObject({
      ...{ discountCents: -820, totalPriceCents: 11_380, totalPaidCents: 11_380 },
      ...{ balancePaid: true, promoCode: 'DOCK10' },
    });
    const { rows } = await app.deps.db.client.execute(
      `select sum(gross_cents) as gross from ledger where appointment_id = '${id}'`,
    );
    expect(rows).toMatchObject([{ gross: 11_380 }]);
    const report = await staff.trpc.admin.report.query({ by: 'day', from: TODAY, to: TODAY });
    expect(report.total).toMatchObject({ revenueCents: 11_380, discountCents: -820 });
    const { cash } = await staff.trpc.admin.closingDay.query({});
    expect(cash).toMatchObject([{ driverId, dueCents: 11_380 }]);
  });

  test('with a code that has a limit per customer needs a phone number', async () => {
    const terms = { code: 'Once', on: 'fuel', percent: 10, mostPerCustomer: '1' };
    await staff.trpc.admin.addDiscount.mutate(terms as never);
    const sell = (over: object = {}) =>
      dana.trpc.driver.walkUp.mutate(
        walkUp({ promoCode: 'once', expectedTotal: 122, ...over }) as never,
      );
    expect(await sell()).toMatchObject({
      ...{ codeRefused: true, totalPriceCents: 12_200 },
      codeProblem: 'Once has a limit per customer, so we need the customer’s phone number.',
    });
    const known = { customerPhone: '269 555 0177' };
    expect(await sell(known)).toMatchObject({ codeRefused: false, codeProblem: null });
    expect(await sell(known)).toMatchObject({
      ...{
        codeRefused: true,
        codeProblem: 'Once works once per customer, and it was already used.',
      },
    });
  });

  test("is the same one if it's sent again, and different content under its ID is a conflict", async () => {
    const told = walkUp();
    const all = await Promise.all([1, 2, 3].map(() => dana.trpc.driver.walkUp.mutate(told)));
    expect(new Set(all.map(({ publicCode }) => publicCode)).size).toBe(1);
    const other = dana.trpc.driver.walkUp.mutate({ ...told, estimatedGallons: '30' });
    expect(await refusal(other)).toMatchObject({ status: 409, field: 'actionKey' });
    const { visitor: eve } = await driver(app);
    expect(await refusal(eve.trpc.driver.walkUp.mutate(told))).toMatchObject({ status: 409 });
    const { deliveries } = await dana.trpc.driver.day.query({});
    expect(deliveries).toHaveLength(1);
  });

  test("is added above a full time slot's capacity, with a reason", async () => {
    const taken = await book(await customer(app), { date: TODAY });
    await readyToDeliver(staff, taken, driverId);
    const told = walkUp();
    await dana.trpc.driver.walkUp.mutate(told);
    expect((await stateOf(told.id)).overCapacityReason).toContain('walk-up');
    expect((await stateOf(taken)).overCapacityReason).toBeNull();
  });

  test('sent the next morning belongs to the day on which it was made', async () => {
    const told = walkUp({ shownDate: TODAY, pressedAt: '2026-06-13T17:30:00.000Z' });
    app.clock.advance(24 * 3_600_000);
    await dana.trpc.driver.walkUp.mutate(told);
    expect(await stateOf(told.id)).toMatchObject({ date: TODAY, time: '12:00 PM - 2:00 PM' });
    const complete = { id: told.id, actualGallons: 20, actionKey: key(), shownDate: TODAY };
    await dana.trpc.driver.complete.mutate(complete);
    expect(await stateOf(told.id)).toMatchObject({ status: 'completed' });
  });

  test('needs a phone number or a boat, and something to deliver', async () => {
    const { trpc } = dana;
    const withoutContact = await refusal(trpc.driver.walkUp.mutate(walkUp({ boatName: '' })));
    expect(withoutContact).toMatchObject({ status: 400, field: 'customerPhone' });
    const nothing = await refusal(
      trpc.driver.walkUp.mutate(walkUp({ estimatedGallons: '', smallIceBags: 0 })),
    );
    expect(nothing).toMatchObject({ status: 400, field: 'estimatedGallons' });
    const wrong = await refusal(trpc.driver.walkUp.mutate(walkUp({ customerPhone: '555' })));
    expect(wrong).toMatchObject({ status: 400, field: 'customerPhone' });
  });
});

describe("a walk-up's card", () => {
  test('is added with the code on the screen, without a proof, and charged for what was delivered', async () => {
    const told = walkUp();
    await dana.trpc.driver.walkUp.mutate(told);
    const { visitor, delivery } = await opened(told.id);
    expect(delivery).toMatchObject({ id: told.id, takesFirstCard: true });
    const { trpc } = visitor;
    const about = { appointmentId: told.id };
    const begun = await trpc.booking.createPaymentAuthorization.mutate(about);
    await visitor.enterCard(begun);
    const setupIntentId = begun.setupIntentId ?? '';
    const saved = await trpc.booking.confirmPaymentSetup.mutate({ ...about, setupIntentId });
    expect(saved).toMatchObject({ cardSaved: true, takesFirstCard: false });

    // From here on, the link is like any other, and another card needs a proof.
    const again = await refusal(trpc.booking.createPaymentAuthorization.mutate(about));
    expect(again).toMatchObject({ status: 403, reason: 'prove_phone' });
    const { deliveries } = await dana.trpc.driver.day.query({});
    expect(deliveries).toMatchObject([{ cardSaved: true, payLink: null, cardLast4: null }]);

    await dana.trpc.driver.complete.mutate({ id: told.id, actualGallons: 20, actionKey: key() });
    expect(await stateOf(told.id)).toMatchObject({ balancePaid: true, totalPaidCents: 12_200 });
  });

  test('is never charged without being entered, and a finished delivery waits for the code', async () => {
    const told = walkUp();
    await dana.trpc.driver.walkUp.mutate(told);
    await dana.trpc.driver.complete.mutate({ id: told.id, actualGallons: 20, actionKey: key() });
    expect(await stateOf(told.id)).toMatchObject({
      ...{ status: 'completed', balancePaid: false, totalPaidCents: 0 },
      ...{ remainingBalanceCents: 12_200, chargeState: 'declined' },
    });
    expect(takenFor(app, told.id)).toBe(0);

    const { visitor, delivery } = await opened(told.id);
    expect(delivery.takesFirstCard).toBe(false);
    const about = { appointmentId: told.id };
    const due = { ...about, remainingAmount: 122 };
    const { clientSecret } = await visitor.trpc.booking.createBalancePayment.mutate(due);
    await payInBrowser(app, clientSecret ?? '', { number: '4242424242424242' });
    await visitor.trpc.booking.confirmBalancePayment.mutate(about);
    expect(await stateOf(told.id)).toMatchObject({ balancePaid: true, totalPaidCents: 12_200 });
    expect(takenFor(app, told.id)).toBe(12_200);
    const { done } = await dana.trpc.driver.day.query({});
    expect(done).toMatchObject([{ id: told.id, payLink: null }]);
  });

  test('can be added with a link alone only if a driver booked it', async () => {
    const sam = await customer(app);
    const id = await book(sam, { date: TODAY });
    const { link } = await staff.trpc.admin.showLink.mutate({ id });
    const visitor = app.visitor();
    await visitor.trpc.booking.manage.mutate({ token: link.split('/d/')[1] ?? '' });
    const begun = visitor.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    expect((await refusal(begun)).status).toBe(401);
  });
});
