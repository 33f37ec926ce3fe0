import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { setDefaultCard } from '@/server/modules/payments/cards/saved-cards.usecases';
import { ensureTestPromos } from '@/server/modules/pricing/promo.repository';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, refusals, type Visitor } from '../support/visitor';

const MASTERCARD = '5555555555554444';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 50 });
  staff = await admin(app);
});
afterAll(() => app.close());

/** An appointment that waits for its card. */
async function held(visitor: Visitor, order: Record<string, unknown> = {}) {
  return (await visitor.trpc.booking.create.mutate({ ...ORDER, ...order })).appointment.id;
}
const cardsOf = (visitor: Visitor) => visitor.trpc.account.cards.query();

describe('saved cards', () => {
  test('the first saved card is the default', async () => {
    const sam = await customer(app);
    expect(await cardsOf(sam)).toEqual([]);
    await book(sam);
    app.clock.advance(1000);
    await book(sam, {}, MASTERCARD);
    const cards = await cardsOf(sam);
    expect(cards).toMatchObject([
      { brand: 'visa', last4: '4242', isDefault: true },
      { brand: 'mastercard', last4: '4444', isDefault: false },
    ]);
    // The answer contains nothing that could be used at Stripe.
    expect(JSON.stringify(cards)).not.toContain('pm_');
    const changed = await sam.trpc.account.setDefaultCard.mutate({ id: cards[1]?.id ?? '' });
    expect(changed.map((card) => [card.last4, card.isDefault])).toEqual([
      ['4444', true],
      ['4242', false],
    ]);
  });

  test('a saved card finalizes a hold without being typed again', async () => {
    const sam = await customer(app);
    await book(sam);
    const [card] = await cardsOf(sam);
    const id = await held(sam);
    // The dialog first starts a setup for a new card. Using the saved card cancels it.
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    const kept = await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: id,
      paymentMethodId: card?.id ?? '',
    });
    expect(kept).toMatchObject({ holdExpiresAt: null, cardLast4: '4242', cardSaved: true });
    expect((await sam.enterCard(setup)).ok).toBe(false);
    expect(await cardsOf(sam)).toHaveLength(1);

    await readyToDeliver(staff, id);
    expect(await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 })).toMatchObject({
      paymentProcessed: true,
      balancePaid: true,
    });
    expect(takenFor(app, id)).toBe(8800);
  });

  test('an appointment changes its card to a saved or a typed one', async () => {
    const sam = await customer(app);
    await book(sam);
    const [visa] = await cardsOf(sam);
    app.clock.advance(1000);
    const id = await book(sam, {}, MASTERCARD);
    const paymentMethodId = visa?.id ?? '';
    const swapped = await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: id,
      paymentMethodId,
    });
    expect(swapped.cardLast4).toBe('4242');

    const setup = await sam.rest('POST', '/api/create-setup-intent', {
      appointmentData: { id },
    });
    expect(setup.status).toBe(200);
    await sam.enterCard(setup.body, '378282246310005');
    const confirmed = await sam.rest('POST', '/api/confirm-payment-setup', {
      appointmentId: id,
      setupIntentId: setup.body.setupIntentId,
      paymentMethodId: 'pm_whatever_the_browser_says',
    });
    expect(confirmed.body).toMatchObject({ cardBrand: 'amex', cardLast4: '0005' });
    // Sending it again changes nothing.
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: setup.body.setupIntentId,
    });
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.map((entry) => entry.action).filter((one) => one.includes('card'))).toEqual([
      'appointment.card_replaced',
      'appointment.card_replaced',
      'appointment.card_saved',
    ]);
    expect(await cardsOf(sam)).toHaveLength(3);
  });

  test("a guest's replaced card is deleted", async () => {
    const guest = app.visitor();
    const id = await book(guest, { customerPhone: '(269) 555-0199' });
    const setup = await guest.rest('POST', '/api/create-setup-intent', { appointmentId: id });
    await guest.enterCard(setup.body, MASTERCARD);
    await guest.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: setup.body.setupIntentId,
    });
    const rows = await app.deps.db.client.execute({
      sql: 'select stripe_customer_id as customer from appointments where id = ?',
      args: [id],
    });
    const cards = await app.deps.payments.listCards(String(rows.rows[0]?.customer));
    expect(cards.map((card) => card.last4)).toEqual(['4444']);
  });

  test('removing a card also removes it at Stripe and selects a new default', async () => {
    const sam = await customer(app);
    const first = await book(sam);
    app.clock.advance(1000);
    await book(sam, {}, MASTERCARD);
    const [visa] = await cardsOf(sam);
    const id = visa?.id ?? '';
    expect(await refusal(sam.trpc.account.removeCard.mutate({ id }))).toMatchObject({
      status: 409,
      message:
        'This card is saved for an unfinished delivery. Select another card for that delivery first.',
    });
    await sam.trpc.booking.cancel.mutate({ id: first });
    const left = await sam.trpc.account.removeCard.mutate({ id });
    expect(left).toMatchObject([{ last4: '4444', isDefault: true }]);
    expect(await refusal(sam.trpc.account.removeCard.mutate({ id }))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that card.',
    });
    const user = await app.deps.db.client.execute({
      sql: 'select stripe_customer_id as customer from users where id = ?',
      args: [(await sam.trpc.auth.me.query())?.id ?? ''],
    });
    const atStripe = await app.deps.payments.listCards(String(user.rows[0]?.customer));
    expect(atStripe.map((card) => card.last4)).toEqual(['4444']);
  });

  test("a card saved twice is one card, and the default doesn't change", async () => {
    const sam = await customer(app);
    await book(sam);
    const [first] = await cardsOf(sam);
    app.clock.advance(1000);
    await book(sam, {}, MASTERCARD);
    app.clock.advance(1000);
    const again = await book(sam);
    const cards = await cardsOf(sam);
    expect(cards.map((card) => [card.last4, card.isDefault])).toEqual([
      ['4242', true],
      ['4444', false],
    ]);
    // The card's newest row represents it, because that row has the latest expiry date.
    expect(cards[0]?.id).not.toBe(first?.id);
    // A page that was already open uses the earlier ID for the same card.
    const chosen = await sam.trpc.account.setDefaultCard.mutate({ id: cards[1]?.id ?? '' });
    expect(chosen[0]?.last4).toBe('4444');
    const back = await sam.trpc.account.setDefaultCard.mutate({ id: first?.id ?? '' });
    expect(back).toMatchObject([{ last4: '4242', isDefault: true }, { isDefault: false }]);
    // Another customer with the same card has a separate one.
    const other = await customer(app);
    await book(other);
    expect(await cardsOf(other)).toHaveLength(1);
    expect(await cardsOf(sam)).toHaveLength(2);
    expect(await sam.trpc.booking.get.query({ id: again })).toMatchObject({ cardLast4: '4242' });
  });

  test('removing a card saved twice removes both at Stripe, once neither is needed', async () => {
    const sam = await customer(app);
    const deliveries = [await book(sam), await book(sam)];
    const [card] = await cardsOf(sam);
    const remove = () => sam.trpc.account.removeCard.mutate({ id: card?.id ?? '' });
    for (const id of deliveries) {
      expect((await refusal(remove())).status).toBe(409);
      await sam.trpc.booking.cancel.mutate({ id });
    }
    expect(await remove()).toEqual([]);
    const user = await app.deps.db.client.execute({
      sql: 'select stripe_customer_id as customer from users where id = ?',
      args: [(await sam.trpc.auth.me.query())?.id ?? ''],
    });
    expect(await app.deps.payments.listCards(String(user.rows[0]?.customer))).toEqual([]);
  });

  test('a card stays if Stripe removes only one of its two payment methods', async () => {
    const detached: string[] = [];
    const other = await startTestApp({
      capacity: 50,
      payments: (real) => ({
        ...real,
        detachCard: async (id) => {
          if (detached.length === 1) throw new PaymentsUnreachable('down');
          detached.push(id);
          return real.detachCard(id);
        },
      }),
    });
    const sam = await customer(other);
    const deliveries = [await book(sam), await book(sam)];
    for (const id of deliveries) await sam.trpc.booking.cancel.mutate({ id });
    const [card] = await cardsOf(sam);
    const remove = (id = '') => sam.trpc.account.removeCard.mutate({ id });
    expect((await refusal(remove(card?.id))).status).toBe(503);
    const [left] = await cardsOf(sam);
    expect(left).toMatchObject({ last4: '4242', isDefault: true });
    detached.push('both from now on');
    expect(await remove(left?.id)).toEqual([]);
    await other.close();
  });

  test("a card stays while Stripe doesn't answer, and its owner gets an error", async () => {
    let reachable = false;
    const other = await startTestApp({
      payments: (real) => ({
        ...real,
        detachCard: async (id) => {
          if (!reachable) throw new PaymentsUnreachable('down');
          return real.detachCard(id);
        },
      }),
    });
    const sam = await customer(other);
    const id = await book(sam);
    await sam.trpc.booking.cancel.mutate({ id });
    const [card] = await cardsOf(sam);
    const remove = () => sam.trpc.account.removeCard.mutate({ id: card?.id ?? '' });
    expect((await refusal(remove())).status).toBe(503);
    expect(await cardsOf(sam)).toEqual([card!]);
    reachable = true;
    expect(await remove()).toEqual([]);
    await other.close();
  });

  test("another customer's card or appointment isn't found", async () => {
    const [sam, other] = [await customer(app), await customer(app)];
    await book(sam);
    await book(other);
    const [mine] = await cardsOf(sam);
    const [theirs] = await cardsOf(other);
    const [id, notMine] = [await held(sam), await held(other)];
    const use = (appointmentId: string, paymentMethodId = '') =>
      sam.trpc.booking.useSavedCard.mutate({ appointmentId, paymentMethodId });
    expect(await refusal(use(id, theirs?.id))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that card.',
    });
    expect((await refusal(use(notMine, mine?.id))).status).toBe(404);
    expect((await refusal(use(id, 'unknown'))).status).toBe(404);
    for (const answer of await refusals([
      sam.trpc.account.removeCard.mutate({ id: theirs?.id ?? '' }),
      sam.trpc.account.setDefaultCard.mutate({ id: theirs?.id ?? '' }),
    ])) {
      expect(answer.status).toBe(404);
    }
    expect(await cardsOf(other)).toHaveLength(1);
  });

  test("a card removed at the same moment doesn't become the default", async () => {
    const sam = await customer(app);
    await book(sam);
    app.clock.advance(1000);
    await book(sam, {}, MASTERCARD);
    const [first, second] = await cardsOf(sam);
    const { id: userId, fullName } = await sam.trpc.auth.requireMe.query();
    const { db } = app.deps;
    const removed = { sql: 'delete from payment_methods where id = ?', args: [second?.id ?? ''] };
    const late = new Proxy(db, {
      get(target, name, receiver) {
        if (name !== 'batch') return Reflect.get(target, name, receiver);
        return async (...args: Parameters<typeof db.batch>) => {
          await db.client.execute(removed);
          return target.batch(...args);
        };
      },
    });
    const actor = { kind: 'user', role: 'customer', userId, name: fullName ?? '' } as const;
    const call = { deps: { ...app.deps, db: late }, actor: { ...actor, driverId: null } };
    const choosing = setDefaultCard(call, { id: second?.id ?? '' });
    await expect(choosing).rejects.toMatchObject({ code: 'not_found' });
    expect(await cardsOf(sam)).toMatchObject([{ id: first?.id, isDefault: true }]);
  });

  test('a visitor or a guest has no saved cards', async () => {
    const guest = app.visitor();
    await held(guest, { customerPhone: '(269) 555-0199' });
    for (const visitor of [app.visitor(), guest]) {
      for (const answer of await refusals([
        visitor.trpc.account.cards.query(),
        visitor.trpc.account.removeCard.mutate({ id: 'x' }),
        visitor.trpc.account.setDefaultCard.mutate({ id: 'x' }),
        visitor.trpc.booking.useSavedCard.mutate({ appointmentId: 'x', paymentMethodId: 'y' }),
      ])) {
        expect(answer.status).toBe(401);
      }
    }
  });

  test("a closed or test appointment doesn't accept a card", async () => {
    await ensureTestPromos(app.deps.db, ['DOCKTEST'], app.clock.now());
    const sam = await customer(app);
    const cancelled = await book(sam);
    const [card] = await cardsOf(sam);
    await sam.trpc.booking.cancel.mutate({ id: cancelled });
    const tested = await held(sam, { promoCode: 'DOCKTEST' });
    const use = (appointmentId: string) =>
      sam.trpc.booking.useSavedCard.mutate({ appointmentId, paymentMethodId: card?.id ?? '' });
    expect(await refusal(use(cancelled))).toMatchObject({
      status: 409,
      message: 'This delivery is closed, so it doesn’t need a card.',
    });
    expect(await refusal(use(tested))).toMatchObject({
      status: 409,
      message: 'A test order doesn’t need a card.',
    });
  });

  test('a card saved after an expired hold whose time slot is taken stays in the account', async () => {
    const other = await startTestApp();
    const sam = await customer(other);
    await book(sam, { time: '2:00 PM - 4:00 PM' });
    const [card] = await cardsOf(sam);
    const id = await held(sam);
    other.clock.advance(16 * 60_000);
    await book(await customer(other));
    expect(
      await refusal(
        sam.trpc.booking.useSavedCard.mutate({
          appointmentId: id,
          paymentMethodId: card?.id ?? '',
        }),
      ),
    ).toMatchObject({ status: 409, reason: 'slot_taken' });
    expect(await cardsOf(sam)).toEqual([card!]);
    const next = await held(sam, { date: '2026-06-16' });
    await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: next,
      paymentMethodId: card?.id ?? '',
    });
    await other.close();
  });

  test('a new card needs its appointment', async () => {
    const sam = await customer(app);
    for (const body of [
      {},
      { appointmentData: {} },
      { appointmentData: null },
      { appointmentData: 'x' },
    ]) {
      expect(await sam.rest('POST', '/api/create-setup-intent', body)).toMatchObject({
        status: 400,
        body: { message: 'An ID is required.' },
      });
    }
  });
});
