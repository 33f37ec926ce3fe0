import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

const MASTERCARD = '5555555555554444';
const DECLINED = '4000000000000002';
const SECOND = 1000;
const DAY = 86_400 * SECOND;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ settings: { limitFactor: 1 } });
});
afterEach(() => app.close());

const cardsOf = (visitor: Visitor) => visitor.trpc.account.cards.query();
const begin = (visitor: Visitor) => visitor.trpc.account.beginCard.mutate();
const confirm = (visitor: Visitor, setupIntentId: string) =>
  visitor.trpc.account.confirmCard.mutate({ setupIntentId });

/** Adds a card as the page does. */
async function add(visitor: Visitor, number?: string) {
  const begun = await begin(visitor);
  await visitor.enterCard(begun, number);
  return confirm(visitor, begun.setupIntentId);
}

/** Sends Stripe's events about setups. */
async function sendEvents(): Promise<void> {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    if (event.type.startsWith('setup_intent.')) await handlePaymentEvent(app, event);
  }
}

describe('adding a card to an account', () => {
  test('needs no delivery, and the card is good for one and for recurring deliveries', async () => {
    const sam = await customer(app);
    const begun = await begin(sam);
    expect(begun.consent).toContain('to keep this card');
    await sam.enterCard(begun);
    const added = await confirm(sam, begun.setupIntentId);
    expect(added).toMatchObject({
      added: { brand: 'visa', last4: '4242', isDefault: true },
      isNew: true,
    });
    expect(JSON.stringify(added)).not.toContain('pm_');
    expect(await sam.trpc.booking.list.query()).toEqual([]);

    const { deliveries } = await sam.trpc.account.addRecurring.mutate({
      planType: 'weekly',
      deliveryDay: 'Thursday',
      fuelType: 'Premium',
      gallons: 15,
    });
    expect(deliveries).toHaveLength(1);
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const kept = await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: appointment.id,
      paymentMethodId: added.added.id,
    });
    expect(kept).toMatchObject({ cardLast4: '4242', holdExpiresAt: null });
  });

  test('stores what the form showed, even if the owner changes it before the card is saved', async () => {
    const [sam, staff] = [await customer(app), await admin(app)];
    const termsOf = async () => {
      const { rows } = await app.deps.db.client.execute(
        'select terms from payment_methods order by created_at desc',
      );
      return JSON.parse(String(rows[0]?.terms)) as string[];
    };
    const begun = await begin(sam);
    await sam.enterCard(begun);
    await staff.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Sister Lakes Fuel' });
    await confirm(sam, begun.setupIntentId);
    const [due, sentence, versions] = await termsOf();
    expect(due).toBe('Amount due now: $0.00');
    expect(sentence).toBe(begun.consent);
    expect(sentence).not.toContain('Sister Lakes Fuel');
    expect(versions).toContain('You agree to our');

    app.clock.advance(SECOND);
    const next = await begin(sam);
    await staff.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Lake Fuel' });
    // The form was opened again, so the text that it showed last counts.
    const again = await begin(sam);
    expect(again.consent).not.toBe(next.consent);
    await sam.enterCard(again, MASTERCARD);
    await confirm(sam, again.setupIntentId);
    expect((await termsOf())[1]).toContain('You allow Lake Fuel to keep this card');
  });

  test('adds a card once, however often it is reported', async () => {
    const sam = await customer(app);
    const begun = await begin(sam);
    await sam.enterCard(begun);
    const report = () => confirm(sam, begun.setupIntentId);
    await Promise.all([report(), report(), sendEvents(), report()]);
    await sendEvents();
    expect(await cardsOf(sam)).toHaveLength(1);
    const { rows } = await app.deps.db.client.execute('select count(*) as n from payment_methods');
    expect(Number(rows[0]?.n)).toBe(1);
    const staff = await admin(app);
    const { entries } = await staff.trpc.admin.activity.query({ filter: {} });
    expect(entries.filter(({ action }) => action === 'card.added')).toHaveLength(1);
  });

  test('Stripe’s event adds the card if the page was closed, and so does the next attempt', async () => {
    const sam = await customer(app);
    await sam.enterCard(await begin(sam));
    await sendEvents();
    expect(await cardsOf(sam)).toMatchObject([{ last4: '4242' }]);
    await sam.enterCard(await begin(sam), MASTERCARD);
    expect((await begin(sam)).clientSecret).toBeNull();
    expect((await cardsOf(sam)).map(({ last4 }) => last4).toSorted()).toEqual(['4242', '4444']);
    // The next call begins a new setup.
    expect((await begin(sam)).clientSecret).not.toBeNull();
  });

  test('a removed card stays removed when its event arrives late', async () => {
    const sam = await customer(app);
    const { added } = await add(sam);
    await sam.trpc.account.removeCard.mutate({ id: added.id });
    await sendEvents();
    expect(await cardsOf(sam)).toEqual([]);
  });

  test('recognizes a card that is already there, and keeps it the default', async () => {
    const sam = await customer(app);
    await book(sam);
    app.clock.advance(SECOND);
    await add(sam, MASTERCARD);
    app.clock.advance(SECOND);
    const again = await add(sam);
    expect(again).toMatchObject({ added: { last4: '4242', isDefault: true }, isNew: false });
    expect(again.cards.map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['4242', true],
      ['4444', false],
    ]);
  });

  test('an open setup is used again, so that pressing twice saves nothing twice', async () => {
    const sam = await customer(app);
    const [one, other] = await Promise.all([begin(sam), begin(sam)]);
    expect(other.setupIntentId).toBe(one.setupIntentId);
    expect((await begin(sam)).setupIntentId).toBe(one.setupIntentId);
  });

  test('is for people with an account, and nobody sees or confirms another account’s setup', async () => {
    const [sam, rita, guest] = [await customer(app), await customer(app), app.visitor()];
    await book(guest, { customerPhone: '(269) 555-0199' });
    const { setupIntentId, ...begun } = await begin(sam);
    await sam.enterCard({ ...begun, setupIntentId });
    const answers = await refusals([
      begin(guest),
      confirm(guest, setupIntentId),
      confirm(rita, setupIntentId),
      confirm(sam, 'seti_unknown'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404]);
    expect(await cardsOf(rita)).toEqual([]);
  });

  test('an appointment’s setup alone adds nothing to the account', async () => {
    const sam = await customer(app);
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await sam.enterCard(setup);
    expect(await refusal(confirm(sam, setup.setupIntentId ?? ''))).toMatchObject({ status: 404 });
    expect(await cardsOf(sam)).toEqual([]);
  });

  test('a declined card is not added, and the next one waits as with a booking', async () => {
    const sam = await customer(app);
    for (const pause of [0, 5 * SECOND]) {
      const begun = await begin(sam);
      await sam.enterCard(begun, DECLINED);
      expect(await refusal(confirm(sam, begun.setupIntentId))).toMatchObject({
        reason: 'payment_failed',
      });
      await sendEvents();
      if (pause > 0) expect(await refusal(begin(sam))).toMatchObject({ reason: 'rate_limited' });
      app.clock.advance(pause);
    }
    // The setup's event counts toward the limit too, and so do the account's cards on deliveries.
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await sam.enterCard(setup, DECLINED);
    await sendEvents();
    expect(await refusal(begin(sam))).toMatchObject({ reason: 'rate_limited' });
    expect(await cardsOf(sam)).toEqual([]);
  });

  test('cards that work count as well, so that nobody finds out which stolen cards do', async () => {
    const sam = await customer(app);
    for (let n = 0; n < 15; n += 1) await add(sam, n % 2 ? MASTERCARD : undefined);
    expect(await refusal(begin(sam))).toMatchObject({
      status: 429,
      message: 'Too many cards were tried. Please try again in 24 hours.',
    });
    app.clock.advance(DAY);
    await add(sam);
  });

  test('an answer that is lost on the way is asked for again', async () => {
    let reachable = true;
    await app.close();
    app = await startTestApp({
      payments: (real) => ({
        ...real,
        retrieveSetupIntent: async (id) => {
          if (!reachable) throw new PaymentsUnreachable('no answer');
          return real.retrieveSetupIntent(id);
        },
      }),
    });
    const sam = await customer(app);
    const begun = await begin(sam);
    await sam.enterCard(begun);
    reachable = false;
    expect(await refusal(confirm(sam, begun.setupIntentId))).toMatchObject({
      reason: 'unavailable',
    });
    reachable = true;
    await confirm(sam, begun.setupIntentId);
    expect(await cardsOf(sam)).toHaveLength(1);
  });

  test('a customer deleted at Stripe gets another one first', async () => {
    const sam = await customer(app);
    await add(sam);
    const { rows } = await app.deps.db.client.execute(
      'select stripe_customer_id as id from users where stripe_customer_id is not null',
    );
    await app.deps.payments.deleteCustomer(String(rows[0]?.id));
    await add(sam, MASTERCARD);
    expect((await cardsOf(sam)).map(({ last4 }) => last4)).toEqual(['4444']);
  });
});
