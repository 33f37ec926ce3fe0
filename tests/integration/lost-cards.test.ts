/**
 * Tests a saved card that is removed, renewed, or expires at Stripe, and how the account and
 * deliveries follow.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const WEEKLY = {
  planType: 'weekly',
  deliveryDay: 'Thursday',
  fuelType: 'Premium',
  gallons: 15,
} as const;
const MASTERCARD = '5555555555554444';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let isSilent = false;
beforeEach(async () => {
  isSilent = false;
  app = await startTestApp({
    capacity: 100,
    payments: (real) => ({
      ...real,
      findCard: (id) =>
        isSilent ? Promise.reject(new PaymentsUnreachable('no answer')) : real.findCard(id),
    }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => app.close());

const sandbox = async (path: string, body: Record<string, unknown>) => {
  const answer = await app.sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    ...(path.startsWith('/v1/')
      ? {
          headers: {
            authorization: 'Bearer sk_test_dockside',
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams(body as Record<string, string>),
        }
      : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
};
const methodOf = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select stripe_payment_method_id as method from appointments where id = ?',
    args: [id],
  });
  return String(rows[0]?.method);
};
const removeAtStripe = async (id: string) => {
  const method = await methodOf(id);
  await app.deps.payments.detachCard(method);
  return method;
};
const expiresAtStripe = (method: string, month: number, year: number) =>
  sandbox(`/v1/payment_methods/${method}`, {
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
  });
const deliverEvents = async () => {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    await handlePaymentEvent(app, event);
  }
};
const cards = () => sam.trpc.account.cards.query();
const listed = async (id: string) =>
  (await sam.trpc.booking.list.query()).find((one) => one.id === id);
const hold = async (date: string) =>
  (await sam.trpc.booking.create.mutate({ ...ORDER, date })).appointment.id;
const use = (appointmentId: string, paymentMethodId: string) =>
  sam.trpc.booking.useSavedCard.mutate({ appointmentId, paymentMethodId });
const subjects = async () => {
  await sendOutbox(app);
  return app.mails.map(({ subject }) => subject);
};
const actions = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).history.map(({ action }) => action);

describe('a card removed at Stripe', () => {
  test.each([
    ['its event', deliverEvents],
    ['the comparison', async () => void (await reconcile(app))],
  ])('disappears from the account and upcoming deliveries, by %s', async (_, hears) => {
    const id = await book(sam);
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await removeAtStripe(id);
    await hears();
    await hears();
    expect(await cards()).toEqual([]);
    expect(await listed(id)).toMatchObject({ cardSaved: false, cardBrand: null, cardLast4: null });
    expect(await actions(id)).toContain('appointment.card_lost');
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'paused',
    });
    const told = await subjects();
    expect(told.filter((one) => one.includes('Add another card'))).toHaveLength(1);
    expect(told.filter((one) => one.includes('is paused'))).toHaveLength(1);
    // Stripe's older events don't bring the card back.
    await deliverEvents();
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    expect(setup.cardSaved).toBe(false);
    expect(await cards()).toEqual([]);
  });

  test('of a guest disappears from the delivery', async () => {
    const guest = app.visitor();
    const id = await book(guest, { customerPhone: '2695550199', customerEmail: 'g@lake.example' });
    await removeAtStripe(id);
    await deliverEvents();
    expect(await guest.trpc.booking.get.query({ id })).toMatchObject({ cardSaved: false });
    expect(await subjects()).toContainEqual(expect.stringContaining('Add another card'));
  });

  test('is refused with a message before its event arrives, and then disappears', async () => {
    await removeAtStripe(await book(sam));
    const [card] = await cards();
    const next = await hold('2026-06-17');
    expect(await refusal(use(next, card?.id ?? ''))).toMatchObject({
      status: 409,
      message: 'This card can no longer be used. Use another card.',
    });
    expect(await cards()).toEqual([]);
    // The hold is still there, and the customer can type another card.
    expect(await listed(next)).toMatchObject({ status: 'pending', cardSaved: false });
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: next,
    });
    expect((await sam.enterCard(setup)).ok).toBe(true);
  });

  test("is accepted while Stripe doesn't answer, and the charge shows the problem later", async () => {
    await book(sam);
    const [card] = await cards();
    isSilent = true;
    const next = await hold('2026-06-17');
    expect(await use(next, card?.id ?? '')).toMatchObject({ cardSaved: true });
  });

  test('also pauses a recurring delivery while it books', async () => {
    const id = await book(sam);
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await removeAtStripe(id);
    await bookRecurring(app);
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'paused',
    });
    expect((await sam.trpc.booking.list.query()).map((one) => one.id)).toEqual([id]);
    expect((await subjects()).filter((one) => one.includes('is paused'))).toHaveLength(1);
  });

  test("doesn't affect the other card and its deliveries", async () => {
    const id = await book(sam);
    const other = await book(sam, { date: '2026-06-17' }, MASTERCARD);
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await removeAtStripe(other);
    await deliverEvents();
    expect(await cards()).toMatchObject([{ last4: '4242', isDefault: true }]);
    expect(await listed(id)).toMatchObject({ cardSaved: true });
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'active',
    });
    // The default card pays for recurring deliveries, so no other card replaces it automatically.
    await book(sam, { date: '2026-06-18' }, MASTERCARD);
    await removeAtStripe(id);
    await deliverEvents();
    expect(await cards()).toMatchObject([{ last4: '4444', isDefault: true }]);
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'paused',
    });
  });

  test('but saved twice stays, with its other payment method', async () => {
    const id = await book(sam);
    await book(sam, { date: '2026-06-17' });
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await removeAtStripe(id);
    await deliverEvents();
    expect(await cards()).toMatchObject([{ last4: '4242', isDefault: true }]);
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'active',
    });
  });

  test('by the customer here notifies nobody', async () => {
    const id = await book(sam);
    await sam.trpc.booking.cancel.mutate({ id });
    const [card] = await cards();
    await sam.trpc.account.removeCard.mutate({ id: card?.id ?? '' });
    const before = await subjects();
    await deliverEvents();
    expect(await subjects()).toEqual(before);
  });
});

describe('a card that its bank renews', () => {
  test('shows its new number and expiry in the account, to its owner and to staff', async () => {
    const id = await book(sam);
    const renewed = { payment_method: await methodOf(id), number: MASTERCARD };
    await sandbox('/_sandbox/renew-card', { ...renewed, exp_month: 8, exp_year: 2033 });
    await deliverEvents();
    const now = { brand: 'mastercard', last4: '4444', expMonth: 8, expYear: 2033 };
    expect(await cards()).toMatchObject([now]);
    const shown = {
      ...{ cardBrand: 'mastercard', cardLast4: '4444' },
      ...{ cardExpMonth: 8, cardExpYear: 2033 },
    };
    expect(await listed(id)).toMatchObject(shown);
    expect((await staff.trpc.admin.appointment.query({ id })).appointment).toMatchObject(shown);
  });

  test('shows an expiry edited at Stripe, even if only using the card reveals it', async () => {
    const id = await book(sam);
    expect(await cards()).toMatchObject([{ expMonth: 12, expYear: 2040 }]);
    await expiresAtStripe(await methodOf(id), 3, 2031);
    const [card] = await cards();
    const next = await hold('2026-06-17');
    await use(next, card?.id ?? '');
    expect(await cards()).toMatchObject([{ expMonth: 3, expYear: 2031 }]);
    expect(await listed(next)).toMatchObject({ cardExpMonth: 3, cardExpYear: 2031 });
    await reconcile(app);
    expect(await listed(id)).toMatchObject({ cardExpMonth: 3, cardExpYear: 2031 });
  });
});

describe('a card that expires', () => {
  test('is refused once it has, and accepted as long as it works', async () => {
    const id = await book(sam);
    const method = await methodOf(id);
    const [card] = await cards();
    await expiresAtStripe(method, 5, 2026);
    const next = await hold('2026-06-17');
    expect(await refusal(use(next, card?.id ?? ''))).toMatchObject({
      status: 409,
      message: 'Your Visa ending in 4242 has expired. Use another card.',
    });
    await expiresAtStripe(method, 6, 2026);
    expect(await use(next, card?.id ?? '')).toMatchObject({
      cardSaved: true,
      ...{ cardExpMonth: 6, cardExpYear: 2026 },
    });
  });

  test('before a recurring delivery pauses it, with the reason', async () => {
    const id = await book(sam);
    app.clock.set(Date.parse('2026-06-20T12:00:00Z'));
    await sam.trpc.account.addRecurring.mutate({ ...WEEKLY, deliveryDay: 'Wednesday' });
    await expiresAtStripe(await methodOf(id), 6, 2026);
    await bookRecurring(app);
    await bookRecurring(app);
    expect((await sam.trpc.account.recurring.query()).deliveries[0]).toMatchObject({
      status: 'paused',
    });
    await sendOutbox(app);
    const told = app.mails.find(({ subject }) => subject.includes('is paused'));
    expect(told?.text).toContain('July 1, 2026');
    expect(told?.text).toContain('Your Visa ending in 4242 expires before then.');
  });
});

test('a card saved for a guest’s delivery pays through that guest’s Stripe customer', async () => {
  const guest = app.visitor();
  const method = await methodOf(await book(guest, { customerPhone: '2695550199' }));
  const me = await sam.trpc.auth.requireMe.query();
  // Like an account that took over the guest's delivery and changed its card.
  await app.deps.db.client.execute({
    sql: `insert into payment_methods (id, user_id, stripe_payment_method_id, card_brand, card_last4,
      exp_month, exp_year, is_default, created_at, updated_at)
      values ('card-of-guest', ?, ?, 'visa', '4242', 12, 2040, 1, 0, 0)`,
    args: [me.id, method],
  });
  const id = await hold('2026-06-17');
  await use(id, 'card-of-guest');
  await staff.trpc.admin.confirm.mutate({ id });
  await staff.trpc.admin.schedule.mutate({ id });
  expect(await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 })).toMatchObject({
    balancePaid: true,
  });
});
