import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, WEBHOOK_SECRET } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
/** The calls to Stripe whose answers are lost. They take effect, but we get no reply. */
let lose: 'create' | 'confirm' | null = null;

beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    payments: (real) => ({
      ...real,
      async createPaymentIntent(input) {
        const made = await real.createPaymentIntent(input);
        if (lose === 'create') throw new PaymentsUnreachable('the reply was lost');
        return made;
      },
      async confirmPaymentIntent(input) {
        const confirmed = await real.confirmPaymentIntent(input);
        if (lose === 'confirm') throw new PaymentsUnreachable('the reply was lost');
        return confirmed;
      },
    }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

async function deliver(card?: string) {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  return { id, result: await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 }) };
}

const ledgerOf = (id: string) =>
  app.sandbox.ledger().lines.filter((line) => line.appointmentId === id);
const seenByStaff = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment;

describe('a card that is declined', () => {
  const cards: [string, string, string][] = [
    ['declines when charged', '4000000000000341', 'Card declined'],
    ['asks for authentication every time', '4000002760003184', 'Authentication needed'],
  ];
  for (const [what, card, chip] of cards) {
    test(`and ${what} at completion leaves the delivery completed and its balance unpaid`, async () => {
      const { id, result } = await deliverAuthenticated(card);
      expect(result).toMatchObject({
        totalPriceCents: 8800,
        paymentProcessed: false,
        balancePaid: false,
      });
      expect(result.paymentError).toBeTruthy();
      const seen = await seenByStaff(id);
      expect(seen).toMatchObject({
        status: 'completed',
        paymentBadge: 'Payment Failed',
        paymentChip: chip,
        remainingBalanceCents: 8800,
      });
      expect(ledgerOf(id)).toMatchObject([{ charges: 0, charged: 0 }]);
      // Reading the appointment again and completing it again charge nothing more.
      await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
      await sweepCharges(app);
      expect(ledgerOf(id)[0]?.declines).toBe(1);
    });
  }

  /**
   * Some cards need authentication when they're saved, which a browser can complete with the
   * sandbox.
   */
  async function deliverAuthenticated(card: string) {
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    const entered = await sam.enterCard(authorization, card);
    if (entered.body.status === 'requires_action') await sam.authenticate(authorization);
    const { id } = appointment;
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    await readyToDeliver(staff, id);
    return { id, result: await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 }) };
  }

  test("when it's saved keeps the hold and shows the message", async () => {
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    const refused = await sam.enterCard(authorization, '4000000000000002');
    expect(refused).toMatchObject({
      ok: false,
      body: { error: { message: 'Your card was declined.' } },
    });
    const confirm = sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: appointment.id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    expect((await refusal(confirm)).status).toBe(402);
    // The same intent accepts another card.
    const again = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    expect(again.setupIntentId).toBe(authorization.setupIntentId);
    expect((await sam.enterCard(again)).ok).toBe(true);
  });
});

describe('a lost reply', () => {
  for (const step of ['create', 'confirm'] as const) {
    test(`to ${step} leaves the charge open, and the sweeper settles it once`, async () => {
      lose = step;
      const { id, result } = await deliver();
      lose = null;
      expect(result).toMatchObject({ balancePaid: false, paymentProcessed: false });
      expect((await seenByStaff(id)).paymentChip).toBe('Processing');
      app.clock.advance(60_000);
      await sweepCharges(app);
      expect(await seenByStaff(id)).toMatchObject({ paymentBadge: 'Paid', totalPaidCents: 8800 });
      expect(ledgerOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
    });

    test(`to ${step} is settled once even two days later, when Stripe has forgotten every key`, async () => {
      lose = step;
      const { id } = await deliver();
      lose = null;
      app.clock.advance(48 * 3_600_000);
      await sweepCharges(app);
      expect(ledgerOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
      expect((await seenByStaff(id)).balancePaid).toBe(true);
      app.clock.advance(-48 * 3_600_000 - 60_000);
    });
  }
});

describe("a hold's card", () => {
  const authorize = async () => {
    const order = { ...ORDER, time: '2:00 PM - 4:00 PM' };
    const { appointment } = await sam.trpc.booking.create.mutate(order);
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await sam.enterCard(authorization);
    return { appointmentId: appointment.id, setupIntentId: authorization.setupIntentId ?? '' };
  };
  const capacity = (places: number) =>
    app.deps.db.client.execute({
      sql: `insert into availability_slots (date, slot_index, is_available, max_bookings, created_at, updated_at) values (?, 2, 1, ?, 0, 0)
            on conflict (date, slot_index) do update set max_bookings = excluded.max_bookings`,
      args: [ORDER.date, places],
    });

  test("saved after the hold expired reserves the time slot again if it's available", async () => {
    await capacity(1);
    const setup = await authorize();
    app.clock.advance(16 * 60_000);
    const kept = await sam.trpc.booking.confirmPaymentSetup.mutate(setup);
    expect(kept).toMatchObject({ holdExpiresAt: null, cardSaved: true });
    await sam.trpc.booking.cancel.mutate({ id: setup.appointmentId });
  });

  test('saved after the time slot was taken is neither stored nor charged', async () => {
    const setup = await authorize();
    app.clock.advance(16 * 60_000);
    const other = await customer(app);
    await book(other, { time: '2:00 PM - 4:00 PM' });
    const late = sam.trpc.booking.confirmPaymentSetup.mutate(setup);
    expect(await refusal(late)).toMatchObject({ status: 409, reason: 'slot_taken' });
    const again = sam.trpc.booking.confirmPaymentSetup.mutate(setup);
    expect((await refusal(again)).status).toBe(409);
    expect((await sam.trpc.booking.get.query({ id: setup.appointmentId })).status).toBe(
      'cancelled',
    );
    await capacity(100);
  });

  test("can't use the SetupIntent of another appointment or customer", async () => {
    const first = await authorize();
    const second = await authorize();
    const mixed = { appointmentId: first.appointmentId, setupIntentId: second.setupIntentId };
    expect((await refusal(sam.trpc.booking.confirmPaymentSetup.mutate(mixed))).status).toBe(404);
  });
});

describe('the webhook', () => {
  const stripe = new Stripe('sk_test_dockside');
  const send = async (payload: object, secret = WEBHOOK_SECRET, at = app.clock.now()) => {
    const body = JSON.stringify(payload);
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1000),
    });
    return app.visitor().fetch('/api/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    });
  };
  const eventOf = (id: string, type: string, object: string, objectId: string) => ({
    id,
    object: 'event',
    type,
    created: Math.floor(app.clock.now() / 1000),
    data: { object: { id: objectId, object } },
  });

  test('records a card once if its browser never returned', async () => {
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await sam.enterCard(authorization);
    const event = eventOf(
      'evt_saved',
      'setup_intent.succeeded',
      'setup_intent',
      authorization.setupIntentId ?? '',
    );
    for (let delivery = 0; delivery < 3; delivery += 1)
      expect((await send(event)).status).toBe(200);
    const kept = await sam.trpc.booking.get.query({ id: appointment.id });
    expect(kept).toMatchObject({ cardLast4: '4242', holdExpiresAt: null });
    const { rows } = await app.deps.db.client.execute(
      "select id from stripe_events where id = 'evt_saved'",
    );
    expect(rows).toHaveLength(1);
  });

  test('refuses forged, stale, future, and altered events, which change nothing', async () => {
    const event = eventOf('evt_forged', 'payment_intent.succeeded', 'payment_intent', 'pi_1');
    expect((await send(event, 'whsec_guess')).status).toBe(400);
    expect((await send(event, WEBHOOK_SECRET, app.clock.now() - 6 * 60_000)).status).toBe(400);
    expect((await send(event, WEBHOOK_SECRET, app.clock.now() + 6 * 60_000)).status).toBe(400);
    const unsigned = await app
      .visitor()
      .fetch('/api/stripe/webhook', { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(400);
    const { rows } = await app.deps.db.client.execute(
      "select id from stripe_events where id = 'evt_forged'",
    );
    expect(rows).toHaveLength(0);
  });
});
