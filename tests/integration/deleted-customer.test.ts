/** Somebody deletes a customer at Stripe. The cards are gone, and everything else continues. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetCustomers } from '@/server/modules/own-data/forget-customers.usecases';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { PaymentsRejected } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { differencesToBooks } from '../support/ledger';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const VISA = { number: '4242424242424242' };
const DECLINES = '4000000000000341';
const MINUTE = 60_000;
const DUE = 88;

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
/** Makes Stripe answer like another account, which has none of our objects. */
let isOtherAccount = false;
beforeEach(async () => {
  isOtherAccount = false;
  app = await startTestApp({
    capacity: 100,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: keyof typeof real) {
          return async (...input: unknown[]) => {
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            if (!isOtherAccount || name === 'listEvents') return call(...input);
            if (name === 'findCustomer') return 'unknown';
            if (name === 'findCard') return null;
            throw new PaymentsRejected('No such customer', 'resource_missing');
          };
        },
      }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => app.close());

const one = async (sql: string, ...args: string[]) =>
  (await app.deps.db.client.execute({ sql, args })).rows[0];
const customerIdOf = async (id: string) =>
  String((await one('select stripe_customer_id as c from appointments where id = ?', id))?.c);
const customerOfSam = async () =>
  String((await one('select stripe_customer_id as c from users where username like ?', 'sam%'))?.c);
const deleteAtStripe = async (id: string) => {
  await app.deps.payments.deleteCustomer(await customerIdOf(id));
};
const deliverEvents = async () => {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    await handlePaymentEvent(app, event);
  }
};
const chargeOf = (id: string) =>
  one('select state, error_code, payment_intent_id from charges where appointment_id = ?', id);
const complete = async (id: string) => {
  await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays by link' });
  await staff.trpc.admin.schedule.mutate({ id });
  return staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
};
const open = (visitor: Visitor, appointmentId: string) =>
  visitor.trpc.booking.createBalancePayment.mutate({ appointmentId, remainingAmount: DUE });
const subjects = async () => {
  await sendOutbox(app);
  return app.mails.map(({ subject }) => subject);
};
const items = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter(({ delivery }) => delivery?.id === id);

/** The customer pays in the browser, once. */
async function pays(visitor: Visitor, id: string) {
  const { clientSecret } = await open(visitor, id);
  expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(200);
  const paid = await visitor.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  expect(paid).toMatchObject({ balancePaid: true, paymentChip: 'Paid by card' });
  await deliverEvents();
  const { unmended } = await reconcile(app);
  expect(unmended).toEqual([]);
  expect(takenFor(app, id)).toBe(DUE * 100);
  expect(await differencesToBooks(app)).toEqual([]);
}

describe('a delivery completed after its customer was deleted at Stripe', () => {
  test('is recorded, its charge is declined, and the customer pays by link', async () => {
    const id = await book(sam);
    await deleteAtStripe(id);
    const done = await complete(id);
    expect(done).toMatchObject({
      balancePaid: false,
      paymentError: 'The saved card can no longer be used.',
    });
    expect(await chargeOf(id)).toMatchObject({ state: 'declined' });
    expect(await subjects()).toContainEqual(expect.stringContaining('Payment needed'));
    expect(await staff.trpc.admin.paymentTroubles.query()).toEqual([]);
    await staff.trpc.admin.sendPayLink.mutate({ id });
    await pays(sam, id);
  });

  test('is handled the same for a guest', async () => {
    const guest = app.visitor();
    const id = await book(guest, { customerPhone: '2695550199', customerEmail: 'g@lake.example' });
    await deleteAtStripe(id);
    await complete(id);
    expect(await chargeOf(id)).toMatchObject({ state: 'declined' });
    await pays(guest, id);
  });

  test('is handled the same if the event came first, and if only reconciliation notices', async () => {
    for (const hears of [deliverEvents, () => reconcile(app)]) {
      const id = await book(sam);
      await deleteAtStripe(id);
      await hears();
      await complete(id);
      expect(await chargeOf(id)).toMatchObject({ state: 'declined', error_code: 'no_card' });
      await pays(sam, id);
    }
  });

  test("ends a charge that's already waiting for an answer", async () => {
    const id = await book(sam);
    isOtherAccount = true;
    await complete(id);
    expect(await chargeOf(id)).toMatchObject({ state: 'unknown' });
    isOtherAccount = false;
    await deleteAtStripe(id);
    app.clock.advance(MINUTE);
    await sweepCharges(app);
    expect(await chargeOf(id)).toMatchObject({ state: 'declined' });
    await pays(sam, id);
  });

  test('is paid by card although its payment was opened for the deleted customer', async () => {
    const id = await book(sam, {}, DECLINES);
    await complete(id);
    const before = await open(sam, id);
    await deleteAtStripe(id);
    await deliverEvents();
    const after = await open(sam, id);
    expect(after.paymentIntentId).not.toBe(before.paymentIntentId);
    // The earlier secret can't be used to pay anymore.
    expect((await payInBrowser(app, before.clientSecret, VISA)).status).toBe(400);
    await pays(sam, id);
  });

  test('stays paid if it was paid before, and can be refunded', async () => {
    const id = await book(sam);
    await complete(id);
    expect(takenFor(app, id)).toBe(DUE * 100);
    await deleteAtStripe(id);
    await deliverEvents();
    await reconcile(app);
    const refunded = await staff.trpc.admin.refund.mutate({ id, requestId: 'refund-of-the-test' });
    expect(refunded).toMatchObject({ amountCents: DUE * 100, state: 'succeeded' });
    expect(await chargeOf(id)).toMatchObject({ state: 'succeeded' });
  });

  test("isn't charged again if a restore lost its payment", async () => {
    const id = await book(sam);
    await complete(id);
    const paid = await chargeOf(id);
    await app.deps.db.client.batch([
      {
        sql: "update charges set state = 'due', payment_intent_id = null, received_cents = null, settled_at = null where appointment_id = ?",
        args: [id],
      },
      {
        sql: "update appointments set payment_intent_id = null, balance_paid = 0, total_paid_cents = 0, remaining_balance_cents = 8800, payment_status = 'pending' where id = ?",
        args: [id],
      },
      'delete from stripe_events',
    ]);
    await deleteAtStripe(id);
    await deliverEvents();
    await sweepCharges(app);
    expect(await chargeOf(id)).toMatchObject({
      state: 'succeeded',
      payment_intent_id: paid?.payment_intent_id,
    });
    expect(takenFor(app, id)).toBe(DUE * 100);
  });
});

describe('the account of a customer deleted at Stripe', () => {
  test('continues booking with a new card, under another customer', async () => {
    const id = await book(sam);
    const before = await customerOfSam();
    await deleteAtStripe(id);
    const next = await book(sam, { date: '2026-06-16' });
    expect(await customerOfSam()).not.toBe(before);
    expect(await customerIdOf(next)).toBe(await customerOfSam());
    expect(await sam.trpc.account.cards.query()).toMatchObject([{ last4: '4242' }]);
    expect(await complete(next)).toMatchObject({ balancePaid: true });
    expect(await staff.trpc.admin.paymentTroubles.query()).toEqual([]);
  });

  test('gets only one new customer, however many calls arrive simultaneously', async () => {
    const id = await book(sam);
    await deleteAtStripe(id);
    const holds = [];
    for (let n = 0; n < 5; n += 1) {
      const order = { ...ORDER, date: `2026-06-${16 + n}` };
      holds.push((await sam.trpc.booking.create.mutate(order)).appointment.id);
    }
    await Promise.all(
      holds.map((appointmentId) =>
        sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId }),
      ),
    );
    const customers = new Set(await Promise.all(holds.map(customerIdOf)));
    expect([...customers]).toEqual([await customerOfSam()]);
  });

  test('loses its cards, as do its upcoming deliveries, and a plan pauses, all with a message', async () => {
    const id = await book(sam);
    const held = (await sam.trpc.booking.create.mutate({ ...ORDER, date: '2026-06-17' }))
      .appointment.id;
    await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: held });
    await sam.trpc.account.addRecurring.mutate({
      ...{ planType: 'weekly', deliveryDay: 'Thursday', fuelType: 'Premium', gallons: 15 },
    });
    await deleteAtStripe(id);
    await deliverEvents();
    await deliverEvents();
    expect(await sam.trpc.account.cards.query()).toEqual([]);
    const [, listed] = [0, await sam.trpc.booking.list.query()];
    expect(listed.find((row) => row.id === id)).toMatchObject({
      ...{ cardSaved: false, cardLast4: null, holdExpiresAt: null, status: 'pending' },
    });
    const { deliveries } = await sam.trpc.account.recurring.query();
    expect(deliveries).toMatchObject([{ status: 'paused', nextDelivery: null }]);
    const told = await subjects();
    expect(told.filter((subject) => subject.includes('Add another card'))).toHaveLength(1);
    expect(told.filter((subject) => subject.includes('is paused'))).toHaveLength(1);
    // The hold and the delivery accept a new card.
    for (const appointmentId of [held, id]) {
      const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
      expect((await sam.enterCard(setup)).ok).toBe(true);
      const setupIntentId = setup.setupIntentId ?? '';
      await sam.trpc.booking.confirmPaymentSetup.mutate({ appointmentId, setupIntentId });
    }
    expect(await complete(id)).toMatchObject({ balancePaid: true });
  });

  test('gets no new customer if we deleted it ourselves', async () => {
    const id = await book(sam);
    await sam.trpc.booking.cancel.mutate({ id });
    const before = await customerOfSam();
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    await forgetCustomers(app);
    await deliverEvents();
    await reconcile(app);
    const { rows } = await app.deps.db.client.execute(
      'select stripe_customer_id as c from users where stripe_customer_id is not null',
    );
    expect(rows).toEqual([]);
    expect(await app.deps.payments.findCustomer(before)).toBe('deleted');
  });
});

describe('with the key of another Stripe account', () => {
  test('nothing is dropped, and staff learn within ten minutes what to do', async () => {
    const id = await book(sam);
    const before = await customerOfSam();
    isOtherAccount = true;
    await complete(id);
    expect(await chargeOf(id)).toMatchObject({ state: 'unknown' });
    for (let minute = 0; minute < 11; minute += 1) {
      app.clock.advance(MINUTE);
      await sweepCharges(app);
    }
    const [item, ...others] = await items(id);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'charge_stuck' });
    expect(item?.reason).toContain('record the cash');
    expect(await sam.trpc.account.cards.query()).toHaveLength(1);
    expect(await customerOfSam()).toBe(before);

    const link = await refusal(staff.trpc.admin.sendPayLink.mutate({ id }));
    expect(link).toMatchObject({ status: 409 });
    expect(link.message).toContain('can’t be paid');
    const balance = await refusal(open(sam, id));
    expect(balance).toMatchObject({ status: 409 });
    expect(balance.message).not.toContain('in a minute');
    expect(balance.message).toContain('(269) 555-0100');

    // The charge succeeds with the right key, and nobody has to review it anymore.
    isOtherAccount = false;
    app.clock.advance(MINUTE);
    await sweepCharges(app);
    expect(await chargeOf(id)).toMatchObject({ state: 'succeeded' });
    expect(await items(id)).toEqual([]);
    expect(takenFor(app, id)).toBe(DUE * 100);
  });

  test('cash also ends it', async () => {
    const id = await book(sam);
    isOtherAccount = true;
    await complete(id);
    for (let minute = 0; minute < 11; minute += 1) {
      app.clock.advance(MINUTE);
      await sweepCharges(app);
    }
    expect(await items(id)).toHaveLength(1);
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await items(id)).toEqual([]);
  });
});

test('a charge that Stripe shows as undecided is also reported to staff', async () => {
  const id = await book(sam);
  let isDecided = false;
  const { payments } = app.deps;
  app.deps.payments = {
    ...payments,
    // The answer shows that nothing was decided.
    confirmPaymentIntent: (input) =>
      isDecided
        ? payments.confirmPaymentIntent(input)
        : payments.retrievePaymentIntent(input.paymentIntentId),
  };
  await complete(id);
  for (let minute = 0; minute < 12; minute += 1) {
    app.clock.advance(MINUTE);
    await sweepCharges(app);
  }
  expect(await chargeOf(id)).toMatchObject({ state: 'unknown' });
  expect(await items(id)).toMatchObject([{ kind: 'charge_stuck' }]);
  isDecided = true;
  app.clock.advance(2 * MINUTE);
  await sweepCharges(app);
  expect(await chargeOf(id)).toMatchObject({ state: 'succeeded' });
  expect(await items(id)).toEqual([]);
});
