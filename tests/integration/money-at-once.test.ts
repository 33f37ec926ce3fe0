/**
 * Tests many simultaneous calls about one payment. The money moves once, both on a file and on a
 * server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { cents } from '@/domain/money';
import { applyPaymentIntent } from '@/server/modules/payments/charges/charge-outcome.usecases';
import { applyRefund } from '@/server/modules/payments/refunds/refund-outcome.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { openOnServer, type Sqld, sqldName, sqldPath, startSqld } from '../support/sqld';
import type { Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const TOTAL = 8_800;
const databases: [name: string, isServer: boolean][] = [
  ['a file', false],
  [sqldName, true],
];
const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));

describe.each(databases)('money on %s', (_name, isServer) => {
  if (isServer && !sqldPath()) {
    test.skip('no payment was tried', () => {});
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dockside-money-'));
  let server: Sqld | null = null;
  let app: TestApp;
  let staff: Visitor;

  beforeAll(async () => {
    let db: Db | null = null;
    if (isServer) {
      server = await startSqld(join(folder, 'server'));
      db = await openOnServer(server);
      await migrateDb(db);
    }
    app = await startTestApp({ capacity: 100, db: (real) => db ?? real });
    staff = await admin(app);
  });
  afterAll(async () => {
    await app.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = async (sql: string, ...args: string[]) =>
    (await app.deps.db.client.execute({ sql, args })).rows;
  const entriesOf = async (id: string) => {
    const rows = await read(
      `select action from audit_log where appointment_id = ?
         and (action like 'charge.%' or action like 'refund.%') order by at, id`,
      id,
    );
    return rows.map(({ action }) => action);
  };
  const messagesOf = async (id: string, kind: string) =>
    (
      await read(
        'select id from outbox where appointment_id = ? and dedupe_key like ?',
        id,
        `${kind}:%`,
      )
    ).length;
  async function delivered(sam: Visitor, card?: string): Promise<string> {
    const id = await book(sam, {}, card);
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    return id;
  }
  async function intentOf(id: string) {
    const [charge] = await read(
      'select payment_intent_id as id from charges where appointment_id = ?',
      id,
    );
    return app.deps.payments.retrievePaymentIntent(String(charge?.id));
  }
  const paidView = async (id: string) => ({
    ...(await intentOf(id)),
    status: 'succeeded' as const,
    amountReceivedCents: cents(TOTAL),
    refusal: null,
  });
  const pointsOf = async (visitor: Visitor) =>
    (await visitor.trpc.account.loyalty.query()).totalEarned;

  test('has one audit entry, one message, and points once for twelve reports of a payment', async () => {
    const sam = await customer(app);
    const id = await delivered(sam, DECLINES);
    const paid = await paidView(id);
    await Promise.all(times(12, () => applyPaymentIntent(app.deps, paid)));
    expect(await entriesOf(id)).toEqual(['charge.declined', 'charge.succeeded']);
    expect(await messagesOf(id, 'balance-received')).toBe(1);
    expect(await pointsOf(sam)).toBe(88);
  }, 120_000);

  test('is settled once by simultaneous cash and card', async () => {
    const sam = await customer(app);
    const id = await delivered(sam, DECLINES);
    const paid = await paidView(id);
    await Promise.allSettled([
      ...times(4, () => staff.trpc.admin.recordCash.mutate({ id, note: '' })),
      ...times(4, () => applyPaymentIntent(app.deps, paid)),
    ]);
    const settled = (await entriesOf(id)).filter(
      (action) => action === 'charge.cash' || action === 'charge.succeeded',
    );
    expect(settled).toHaveLength(1);
    expect(await pointsOf(sam)).toBe(88);
  }, 120_000);

  test('is refunded once for each of eight refunds reported three times', async () => {
    const id = await delivered(await customer(app));
    const { id: paymentIntentId } = await intentOf(id);
    const views = times(8, (index) => ({
      id: `re_at_once_${isServer}_${index}`,
      status: 'succeeded' as const,
      amountCents: cents(100),
      paymentIntentId,
      key: null,
      failureReason: null,
      createdAt: app.clock.now(),
    }));
    await Promise.all(
      times(24, (index) => applyRefund(app.deps, views[index % 8] as (typeof views)[number])),
    );
    expect(await entriesOf(id)).toEqual([
      'charge.succeeded',
      ...times(8, () => 'refund.succeeded'),
    ]);
    const [row] = await read(
      'select refunded_cents, payment_status from appointments where id = ?',
      id,
    );
    expect(row).toMatchObject({ refunded_cents: 800, payment_status: 'partly_refunded' });
  }, 120_000);

  test('has one dispute message for twelve reports', async () => {
    const event = {
      id: `evt_at_once_${isServer}`,
      type: 'charge.dispute.created',
      createdAt: app.clock.now(),
      objectType: 'dispute',
    };
    // Each call gets its own object, so that this process doesn't run them one after another.
    const handled = await Promise.all(
      times(12, (index) => handlePaymentEvent(app, { ...event, objectId: `dp_${index}` })),
    );
    expect(handled.filter((isNew) => isNew)).toHaveLength(1);
    expect(
      await read("select id from audit_log where action = 'charge.dispute.created'"),
    ).toHaveLength(1);
  }, 120_000);

  test('has one audit entry, one message, and one account card if twelve save a typed card', async () => {
    const sam = await customer(app);
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await sam.enterCard(authorization);
    const confirmation = {
      appointmentId: appointment.id,
      setupIntentId: authorization.setupIntentId ?? '',
    };
    await Promise.all(times(12, () => sam.trpc.booking.confirmPaymentSetup.mutate(confirmation)));
    const saved = await read(
      "select id from audit_log where appointment_id = ? and action = 'appointment.card_saved'",
      appointment.id,
    );
    expect(saved).toHaveLength(1);
    expect(await messagesOf(appointment.id, 'booked')).toBe(1);
    expect(await sam.trpc.account.cards.query()).toMatchObject([
      { last4: '4242', isDefault: true },
    ]);
  }, 120_000);

  test('has one refusal if a saved card is removed and used at the same moment', async () => {
    const sam = await customer(app);
    await delivered(sam);
    const [card] = await sam.trpc.account.cards.query();
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const paymentMethodId = card?.id ?? '';
    const [used, removed] = await Promise.allSettled([
      sam.trpc.booking.useSavedCard.mutate({ appointmentId: appointment.id, paymentMethodId }),
      sam.trpc.account.removeCard.mutate({ id: paymentMethodId }),
    ]);
    expect([used, removed].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { cardSaved } = await sam.trpc.booking.get.query({ id: appointment.id });
    expect(cardSaved).toBe(used.status === 'fulfilled');
    expect(await sam.trpc.account.cards.query()).toHaveLength(cardSaved ? 1 : 0);
  }, 120_000);
});
