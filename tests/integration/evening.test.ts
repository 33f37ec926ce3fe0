/** Tests the evening before a delivery: one reminder each, and a check of the card without a charge. */
import { afterEach, expect, test } from 'bun:test';
import { EVENING_MESSAGE } from '@/domain/business-settings';
import { JOBS } from '@/server/jobs/jobs';
import { runBulkChanges } from '@/server/modules/bulk-changes/run.usecases';
import { remindOfTomorrow } from '@/server/modules/evening/evening.usecases';
import { readBeat } from '@/server/modules/leases/leases.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, BOOKED_FOR, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const SIX_PM = Date.parse('2026-06-13T22:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = '(269) 555-0142';
const DECLINES_WHEN_CHARGED = '4000000000000341';

let app: TestApp;
let staff: Visitor;
let isSilent = false;
let isMailDown = false;
const start = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  isSilent = false;
  isMailDown = false;
  app = await startTestApp({
    capacity: 100,
    payments: (real) => ({
      ...real,
      findCard: (id) =>
        isSilent ? Promise.reject(new PaymentsUnreachable('no answer')) : real.findCard(id),
      confirmPaymentIntent: () => Promise.reject(new Error('a reminder must not charge')),
    }),
    ...options,
  });
  const { send } = app.deps.mail;
  app.deps.mail.send = (mail) =>
    isMailDown ? Promise.reject(new Error('the email server is down')) : send(mail);
  staff = await admin(app);
};
afterEach(() => app.close());

const execute = (sql: string, ...args: (string | number)[]) =>
  app.deps.db.client.execute({ sql, args });
/** Books for tomorrow, and staff confirm it. */
async function confirmed(visitor: Visitor, order = {}, card?: string): Promise<string> {
  const id = await book(visitor, order, card);
  await staff.trpc.admin.confirm.mutate({ id });
  return id;
}
/** Sends what's due, and returns the subjects of the emails so far that are about the evening. */
async function told(): Promise<string[]> {
  await sendOutbox(app);
  return app.mails
    .map(({ subject }) => subject)
    .filter((subject) => /^(Reminder|Add a card|Add another card)/.test(subject));
}
const REMINDER = 'Reminder: delivery Sun, Jun 14, 10:00 AM - 12:00 PM';
const CARD_REMINDER = 'Add a card for your delivery on Sun, Jun 14';
const evening = async () => {
  app.clock.set(SIX_PM);
  await remindOfTomorrow(app);
  return told();
};
const today = () => staff.trpc.admin.day.query({ date: null });
const troubles = async () =>
  (await staff.trpc.admin.day.query({ date: TOMORROW })).lines.map((line) => line.cardTrouble);
const methodOf = async (id: string) =>
  String(
    (await execute('select stripe_payment_method_id as method from appointments where id = ?', id))
      .rows[0]?.method,
  );
const expiresAtStripe = async (id: string, month: number, year: number) => {
  const answer = await app.sandbox.fetch(
    `http://sandbox/v1/payment_methods/${await methodOf(id)}`,
    {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_dockside',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ 'card[exp_month]': `${month}`, 'card[exp_year]': `${year}` }),
    },
  );
  if (!answer.ok) throw new Error(await answer.text());
};
async function hasWork(): Promise<boolean> {
  const job = JOBS.find(({ name }) => name === 'remind of tomorrow');
  const due = job?.hasWork?.(app);
  if (!due) throw new Error('the job never asks for work');
  return (await readBeat(app.deps.db, 'jobs', [due], null)).due[0] === 0;
}

test('a customer is reminded once at six, with the window, what to prepare, and the link', async () => {
  await start();
  const sam = await customer(app);
  await confirmed(sam);
  app.clock.set(SIX_PM - 1);
  expect(await hasWork()).toBe(false);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([]);

  app.clock.set(SIX_PM);
  expect(await hasWork()).toBe(true);
  expect(await evening()).toEqual([REMINDER]);
  const { text = '' } = app.mails.at(-1) ?? {};
  expect(text).toContain('Sunday, June 14, 2026, 10:00 AM - 12:00 PM Eastern Time');
  expect(text).toContain('Please keep the fuel cap within reach.');
  expect(text).toContain('Check that your slip and gate code are still right.');
  expect(text).toMatch(/You can change or cancel it here [^:]+: http:\S+\/d\/\w{22}/);
  expect(await hasWork()).toBe(false);

  for (const later of [MINUTE, HOUR, 2 * HOUR, 14 * HOUR]) {
    app.clock.set(SIX_PM + later);
    await remindOfTomorrow(app);
  }
  expect(await told()).toEqual([REMINDER]);
});

test('two processes at once, or one that starts later, remind each customer once', async () => {
  await start();
  for (let count = 0; count < 3; count += 1) await confirmed(await customer(app));
  // The product was down at six.
  app.clock.set(SIX_PM + 2 * HOUR);
  await Promise.all([remindOfTomorrow(app), remindOfTomorrow(app), remindOfTomorrow(app)]);
  expect(await told()).toEqual([REMINDER, REMINDER, REMINDER]);
});

test('a process that stops halfway continues after its restart', async () => {
  await start();
  await confirmed(await customer(app));
  await confirmed(await customer(app));
  app.clock.set(SIX_PM);
  const stopping = new AbortController();
  const { findCard } = app.deps.payments;
  app.deps.payments.findCard = (id) => {
    stopping.abort();
    return findCard(id);
  };
  expect(await remindOfTomorrow(app, stopping.signal)).toBe(1);
  expect(await hasWork()).toBe(true);
  expect(await remindOfTomorrow(app)).toBe(1);
  expect(await told()).toEqual([REMINDER, REMINDER]);
});

test('nobody is reminded late at night, and a delivery booked or moved in since isn’t listed', async () => {
  await start();
  const sam = await customer(app);
  const other = await confirmed(sam, { date: '2026-06-16' });
  app.clock.set(SIX_PM + 1);
  await confirmed(sam);
  await remindOfTomorrow(app);
  await staff.trpc.admin.reschedule.mutate({ id: other, date: TOMORROW, time: ORDER.time });
  app.clock.advance(MINUTE);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([]);

  await confirmed(sam, { date: '2026-06-15' });
  // The product is down all evening.
  app.clock.set(SIX_PM + 27 * HOUR);
  expect(await hasWork()).toBe(false);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([]);
});

test('only deliveries that staff accepted are reminded, and tests and accounts need no card', async () => {
  await start();
  const sam = await customer(app);
  await book(sam);
  await confirmed(sam, { date: '2026-06-15' });
  const marina = await customer(app);
  const byInvoice = await confirmed(marina);
  await execute(
    "insert into house_accounts (user_id, terms_days, bill_to, created_at, updated_at) select user_id, 30, 'Marina', 0, 0 from appointments where id = ?",
    byInvoice,
  );
  await execute(
    'update appointments set stripe_payment_method_id = null, payment_method_stored = 0 where id = ?',
    byInvoice,
  );
  const trial = await confirmed(await customer(app));
  await execute(
    'update appointments set test_mode = 1, stripe_payment_method_id = null where id = ?',
    trial,
  );
  expect(await evening()).toEqual([REMINDER, REMINDER]);
  const texts = app.mails.filter(({ subject }) => subject === REMINDER).map(({ text }) => text);
  expect(texts.some((text) => text.includes('We’ll bill this delivery by invoice.'))).toBe(true);
  expect(texts.some((text) => text.includes('This is a test order.'))).toBe(true);
  expect(texts.join()).not.toContain('Add a card');
  expect(await today()).toMatchObject({ cardsNeededTomorrow: 0 });
  // Another customer's account doesn't matter.
  await execute(
    'update appointments set test_mode = 0, payment_method_stored = 0 where id = ?',
    trial,
  );
  expect(await today()).toMatchObject({ cardsNeededTomorrow: 1 });
  expect((await troubles()).map(String).sort()).toEqual(['missing', 'null', 'null']);
});

test('a customer whose card is missing, expired, or removed is asked for one, and staff see how many', async () => {
  await start();
  await staff.trpc.admin.bookForCustomer.mutate({
    ...BOOKED_FOR,
    customerEmail: 'kim@lake.example',
  } as never);
  await staff.trpc.admin.confirm.mutate({ id: BOOKED_FOR.id, noCardReason: 'Pays later.' });
  const expired = await confirmed(await customer(app));
  await expiresAtStripe(expired, 5, 2026);
  const removed = await confirmed(await customer(app));
  await app.deps.payments.detachCard(await methodOf(removed));
  const unknown = await confirmed(await customer(app));
  await execute(
    "update appointments set stripe_payment_method_id = 'pm_of_another_account' where id = ?",
    unknown,
  );
  const works = await confirmed(await customer(app));
  expect((await evening()).sort()).toEqual([...Array(4).fill(CARD_REMINDER), REMINDER]);
  const { text = '' } = app.mails.find((mail) => mail.text.includes('expires before')) ?? {};
  expect(text).toContain('The Visa ending in 4242 that you saved expires before the delivery.');
  expect(text).toMatch(/Add a card: http:\S+\/d\/\w{22}\?pay=now/);
  expect(await today()).toMatchObject({ cardsNeededTomorrow: 4 });
  expect((await troubles()).map(String).sort()).toEqual([
    ...['expired', 'missing', 'missing', 'null', 'refused'],
  ]);
  const { appointment } = await staff.trpc.admin.appointment.query({ id: unknown });
  expect(appointment.cardTrouble).toBe('refused');
  expect((await staff.trpc.admin.appointment.query({ id: works })).appointment.cardTrouble).toBe(
    null,
  );
});

test('a new card ends the problem, and withdraws a request that wasn’t sent yet', async () => {
  await start();
  const sam = await customer(app);
  const id = await confirmed(sam);
  await expiresAtStripe(id, 5, 2026);
  app.clock.set(SIX_PM);
  await remindOfTomorrow(app);
  expect(await today()).toMatchObject({ cardsNeededTomorrow: 1 });
  const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
  await sam.enterCard(setup, '5555555555554444');
  await sam.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId: id,
    setupIntentId: setup.setupIntentId ?? '',
  });
  expect(await today()).toMatchObject({ cardsNeededTomorrow: 0 });
  expect(await told()).toEqual([]);
});

test('the check asks no bank, so a card that will be declined gets the usual reminder', async () => {
  await start();
  await confirmed(await customer(app), {}, DECLINES_WHEN_CHARGED);
  expect(await evening()).toEqual([REMINDER]);
  expect(await app.deps.payments.listEvents({ since: SIX_PM })).toEqual([]);
});

test('while Stripe is down, the check is tried again, and in the end the customer is reminded', async () => {
  await start();
  await confirmed(await customer(app));
  isSilent = true;
  expect(await evening()).toEqual([]);
  app.clock.advance(MINUTE);
  await remindOfTomorrow(app);
  app.clock.advance(5 * MINUTE);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([]);
  app.clock.advance(15 * MINUTE);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([REMINDER]);
});

test('while the email server is down, a reminder waits for the morning, until the window begins', async () => {
  await start();
  await confirmed(await customer(app));
  await sendOutbox(app);
  isMailDown = true;
  expect(await evening()).toEqual([]);
  isMailDown = false;
  app.clock.set(SIX_PM + 5 * HOUR);
  expect(await told()).toEqual([]);
  app.clock.set(Date.parse('2026-06-14T08:00:00-04:00'));
  expect(await told()).toEqual([REMINDER]);

  await confirmed(await customer(app), { date: '2026-06-15' });
  await sendOutbox(app);
  isMailDown = true;
  app.clock.set(SIX_PM + 24 * HOUR);
  await remindOfTomorrow(app);
  await sendOutbox(app);
  isMailDown = false;
  app.clock.set(Date.parse('2026-06-15T10:30:00-04:00'));
  expect(await told()).toEqual([REMINDER]);
  expect(await staff.trpc.admin.reviewQueue.query({ page: 1, deliveryId: null })).toMatchObject({
    openCount: 0,
  });
});

test('a delivery cancelled or moved in between gets no reminder', async () => {
  await start();
  const [before, after, moved] = [
    await confirmed(await customer(app)),
    await confirmed(await customer(app)),
    await confirmed(await customer(app)),
  ];
  await staff.trpc.admin.cancel.mutate({ id: before ?? '' });
  app.clock.set(SIX_PM);
  await remindOfTomorrow(app);
  const bulk = async (kind: 'cancel' | 'move', id: string) => {
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    const to = kind === 'move' ? { date: '2026-06-15', time: ORDER.time } : {};
    await staff.trpc.admin.beginBulkChange.mutate({
      requestId: crypto.randomUUID(),
      kind,
      parts: [{ id, version: appointment.version, ...to }],
      ...(kind === 'cancel' && { reason: 'Storm.' }),
    } as never);
    await runBulkChanges(app);
  };
  await bulk('cancel', after ?? '');
  await bulk('move', moved ?? '');
  expect(await told()).toEqual([]);
  // The moved delivery has an evening of its own.
  app.clock.set(SIX_PM + 24 * HOUR);
  await remindOfTomorrow(app);
  expect(await told()).toEqual(['Reminder: delivery Mon, Jun 15, 10:00 AM - 12:00 PM']);
});

test('a text has the window but no place, and its number’s limit applies', async () => {
  await start({ texts: () => null, settings: { limitFactor: 1 } });
  const guest = { customerPhone: PHONE };
  await confirmed(app.visitor(), guest);
  app.clock.set(SIX_PM);
  await remindOfTomorrow(app);
  await sendOutbox(app);
  const reminders = async () =>
    (await app.texts()).map(({ body }) => body).filter((body) => body.includes('hange or cancel'));
  const [first = '', ...others] = await reminders();
  expect(others).toEqual([]);
  expect(first).toContain('Sun, Jun 14, 10:00 AM - 12:00 PM.');
  expect(first).not.toContain(ORDER.location);
});

test('a guest whom nothing reaches is called about a missing card, but not about a reminder', async () => {
  await start();
  const guest = { customerPhone: PHONE };
  await confirmed(app.visitor(), guest);
  const noCard = await confirmed(app.visitor(), { customerPhone: '(269) 555-0143' });
  await execute("delete from outbox where channel = 'call'");
  await execute(
    'update appointments set stripe_payment_method_id = null, payment_method_stored = 0 where id = ?',
    noCard,
  );
  await evening();
  const { open } = await staff.trpc.admin.reviewQueue.query({ page: 1, calls: true });
  expect(open).toMatchObject([{ kind: 'unreached', delivery: { id: noCard } }]);
});

test('the owner sets the hour, within the message hours', async () => {
  await start();
  await confirmed(await customer(app));
  const save = (input: object) => staff.trpc.admin.changeBusinessSettings.mutate(input as never);
  expect(await refusal(save({ eveningHour: 21 }))).toMatchObject({ message: EVENING_MESSAGE });
  expect(await refusal(save({ messagesUntilHour: 18 }))).toMatchObject({
    message: EVENING_MESSAGE,
  });
  await save({ eveningHour: 20, messagesUntilHour: 22 });
  app.clock.set(SIX_PM);
  expect(await hasWork()).toBe(false);
  app.clock.set(SIX_PM + 2 * HOUR);
  expect(await hasWork()).toBe(true);
  await remindOfTomorrow(app);
  expect(await told()).toEqual([REMINDER]);
});

test('the hour is the business’s, on the days that the clock changes too', async () => {
  await start({ now: Date.parse('2026-10-30T12:00:00Z') });
  await confirmed(await customer(app), { date: '2026-11-02' });
  // November 1, after the clock went back.
  app.clock.set(Date.parse('2026-11-01T17:59:00-05:00'));
  expect(await hasWork()).toBe(false);
  app.clock.set(Date.parse('2026-11-01T18:00:00-05:00'));
  expect(await hasWork()).toBe(true);
  await remindOfTomorrow(app);
  expect(await told()).toEqual(['Reminder: delivery Mon, Nov 2, 10:00 AM - 12:00 PM']);
});
