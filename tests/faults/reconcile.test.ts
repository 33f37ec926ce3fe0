import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import Stripe from 'stripe';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { type FaultApp, startFaultApp } from './fault-app';

const DECLINES_LATER = '4000000000000341';
const CONFIRM = '/v1/payment_intents/*/confirm';

let app: FaultApp;
let stripe: Stripe;
beforeAll(async () => {
  app = await startFaultApp();
  stripe = new Stripe('sk_test_dockside', {
    host: 'stripe.sandbox',
    protocol: 'http',
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(app.sandbox.fetch as typeof fetch),
  });
});
afterEach(() => app.heal());
afterAll(() => app.close());

const complete = (id: string) => app.staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
const intentOf = async (id: string) => (await app.charge(id)).paymentIntentId ?? '';
const change = (sql: string, ...args: string[]) => app.deps.db.client.execute({ sql, args });
/** The report's lines about one appointment. */
const about = (lines: string[], id: string) => lines.filter((line) => line.includes(id));
async function declined() {
  const id = await app.ready(DECLINES_LATER);
  await complete(id);
  return id;
}

test('a comparison without differences reports nothing, and reads every event once', async () => {
  await complete(await app.ready());
  const first = await reconcile(app);
  expect(first).toMatchObject({ mended: [], unmended: [], checked: { charges: 1 } });
  expect(first.checked.missing).toBeGreaterThan(0);
  expect((await reconcile(app)).checked.missing).toBe(0);
});

describe('reconciliation corrects', () => {
  test('a payment in the browser whose event never arrived', async () => {
    const id = await declined();
    await stripe.paymentIntents.confirm(await intentOf(id), { payment_method: 'pm_card_visa' });
    const report = await reconcile(app);
    expect(report.checked.missing).toBeGreaterThan(0);
    expect(await app.charge(id)).toMatchObject({ state: 'succeeded' });
    expect(report.unmended).toEqual([]);
  });

  test('the same for an event that it no longer reads', async () => {
    const id = await declined();
    await reconcile(app);
    await stripe.paymentIntents.confirm(await intentOf(id), { payment_method: 'pm_card_visa' });
    app.clock.advance(3 * 3_600_000);
    await change(
      'update stripe_events set created_at = ? where id = ?',
      String(app.clock.now()),
      'reconciled-until',
    );
    const report = await reconcile(app);
    expect(about(report.mended, id)).toEqual([`appointment ${id}: declined → succeeded`]);
  });

  test('a confirmation without an answer', async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, 'lost-reply', { count: 1 });
    await complete(id);
    app.clock.advance(60_000);
    const report = await reconcile(app);
    expect(report.unmended).toEqual([]);
    expect(await app.charge(id)).toMatchObject({ state: 'succeeded' });
  });

  test('a card saved in a browser that never returned', async () => {
    const { appointment } = await app.sam.trpc.booking.create.mutate({
      date: '2026-06-15',
      time: '10:00 AM - 12:00 PM',
      location: 'Dock',
      fuelType: 'Regular',
      estimatedGallons: 5,
      canType: 'boat',
      smallIceBags: 0,
      largeIceBags: 0,
    });
    const authorization = await app.sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await app.sam.enterCard(authorization);
    await reconcile(app);
    const kept = await app.sam.trpc.booking.get.query({ id: appointment.id });
    expect(kept).toMatchObject({ holdExpiresAt: null, cardLast4: '4242' });
  });

  test('a refund made at Stripe, and one with a lost answer', async () => {
    const [outside, unheard] = [await app.ready(), await app.ready()];
    for (const id of [outside, unheard]) await complete(id);
    await stripe.refunds.create({ payment_intent: await intentOf(outside), amount: 300 });
    await app.fail('*', '/v1/refunds*', 'lost-reply', { count: 4 });
    const requestId = crypto.randomUUID();
    await app.staff.trpc.admin.refund.mutate({ id: unheard, amount: '5.00', requestId });
    await app.heal();
    // Reconciliation starts reading after these events.
    app.clock.advance(3 * 3_600_000);
    await change(
      'update stripe_events set created_at = ? where id = ?',
      String(app.clock.now()),
      'reconciled-until',
    );
    const report = await reconcile(app);
    expect(report.unmended).toEqual([]);
    expect(await app.charge(outside)).toMatchObject({ refundedCents: 300 });
    expect(await app.charge(unheard)).toMatchObject({ refundedCents: 500 });
    expect(about(report.mended, outside)).toHaveLength(1);
  });

  test('a second, unpaid PaymentIntent, and one still open after cash', async () => {
    const second = await app.ready();
    await complete(second);
    const { customer } = await stripe.paymentIntents.retrieve(await intentOf(second));
    const extra = await stripe.paymentIntents.create({
      amount: 8800,
      currency: 'usd',
      customer: String(customer),
      metadata: { appointment_id: second },
    });
    const cash = await declined();
    await change("update charges set state = 'cash' where appointment_id = ?", cash);
    const report = await reconcile(app);
    expect(report.unmended).toEqual([]);
    expect(about(report.mended, second)[0]).toContain(extra.id);
    expect(about(report.mended, cash)).toHaveLength(1);
    expect((await stripe.paymentIntents.retrieve(extra.id)).status).toBe('canceled');
    expect((await stripe.paymentIntents.retrieve(await intentOf(cash))).status).toBe('canceled');
    expect(await reconcile(app)).toMatchObject({ mended: [], unmended: [] });
  });
});

describe('reconciliation reports to staff', () => {
  test('a payment by cash and card, two by card, one below the debt, and one without a debt', async () => {
    const cash = await declined();
    await stripe.paymentIntents.confirm(await intentOf(cash), { payment_method: 'pm_card_visa' });
    await change("update charges set state = 'cash' where appointment_id = ?", cash);

    const twice = await app.ready();
    await complete(twice);
    const { customer } = await stripe.paymentIntents.retrieve(await intentOf(twice));
    const pay = (appointmentId: string) =>
      stripe.paymentIntents.create({
        amount: 8800,
        currency: 'usd',
        customer: String(customer),
        metadata: { appointment_id: appointmentId },
        payment_method: 'pm_card_visa',
        confirm: true,
      });
    const extra = await pay(twice);
    const nobodys = await pay('apt_nobody');

    const less = await app.ready();
    await complete(less);
    await change('update charges set amount_cents = 9900 where appointment_id = ?', less);

    const invented = await declined();
    await change("update charges set state = 'succeeded' where appointment_id = ?", invented);

    const { unmended } = await reconcile(app);
    expect(about(unmended, cash)[0]).toContain('in cash and by card');
    expect(about(unmended, twice)[0]).toContain(extra.id);
    expect(about(unmended, nobodys.id)[0]).toContain('matches none of our charges');
    expect(about(unmended, less)[0]).toContain('$99.00 here and $88.00 in Stripe');
    expect(about(unmended, invented)[0]).toContain('it’s paid in our books');
    expect(unmended).toHaveLength(5);
  });

  test("an event that couldn't be handled is read again next time", async () => {
    const id = await declined();
    await reconcile(app);
    await stripe.paymentIntents.confirm(await intentOf(id), { payment_method: 'pm_card_visa' });
    await app.fail('GET', '/v1/payment_intents/*', '503');
    const failing = await reconcile(app);
    expect(failing.unmended.some((line) => line.includes('couldn’t be handled'))).toBe(true);
    expect((await app.charge(id)).state).toBe('declined');
    await app.heal();
    app.clock.advance(2 * 3_600_000);
    await reconcile(app);
    expect((await app.charge(id)).state).toBe('succeeded');
  });
});

test('all pages of events are read', async () => {
  const made = Array.from({ length: 110 }, async (_, index) => {
    const { id } = await stripe.customers.create({ name: `customer ${index}` });
    await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: id,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
  });
  await Promise.all(made);
  expect((await reconcile(app)).checked.missing).toBeGreaterThanOrEqual(110);
});

test('bun run reconcile prints what it corrected, and exits with 1 if something needs a person', async () => {
  const { freshDatabase } = await import('../support/database');
  const { folder, url } = await freshDatabase();
  const run = () => {
    const { stdout, exitCode, stderr } = Bun.spawnSync(
      [process.execPath, '--no-env-file', 'scripts/reconcile.ts'],
      {
        cwd: join(import.meta.dir, '../..'),
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url,
          PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
          STRIPE_SANDBOX_DB: join(folder, 'stripe.db'),
        },
      },
    );
    return { said: `${stdout}${stderr}`, exitCode };
  };
  const clean = run();
  expect(clean).toMatchObject({ exitCode: 0 });
  expect(clean.said).toContain('Checked 0 charges and 0 events');
  expect(clean.said).toContain('Differences: 0');

  const { createDb } = await import('@/db/client');
  const db = await createDb({ url });
  await db.client.batch([
    `insert into appointments (id, public_code, date, slot_index, location, fuel_type, unit_price_cents, created_at, updated_at)
     values ('apt_1', 'AAAA', '2026-06-14', 1, 'Dock', 'Regular', 410, 0, 0)`,
    `insert into charges (id, appointment_id, amount_cents, lines, state, created_at, updated_at)
     values ('chg_1', 'apt_1', 8800, '{}', 'succeeded', ${Date.now()}, ${Date.now()})`,
  ]);
  await db.close();
  const differs = run();
  expect(differs.exitCode).toBe(1);
  expect(differs.said).toContain('Needs attention: appointment apt_1');
});
