/** Tests the terms that a customer agrees to when choosing a card, and whether the card is kept. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { FIRST_RECURRING_TERMS } from '@/domain/payment/terms';
import { recordSetupFromEvent } from '@/server/modules/payments/cards/card-setup.usecases';
import { removeOneTimeCards } from '@/server/modules/payments/cards/one-time-cards.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 100 });
  owner = await admin(app);
});
afterEach(() => app.close());

const termsOf = async (id: string): Promise<string[]> => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select card_terms from appointments where id = ?',
    args: [id],
  });
  return JSON.parse(String(rows[0]?.card_terms));
};

/** An appointment whose card is being entered. */
async function entering(visitor: Visitor, order: object = {}) {
  const { appointment } = await visitor.trpc.booking.create.mutate({ ...ORDER, ...order });
  const authorization = await visitor.trpc.booking.createPaymentAuthorization.mutate({
    appointmentId: appointment.id,
  });
  return { id: appointment.id, authorization };
}

async function save(visitor: Visitor, { id, authorization }: Awaited<ReturnType<typeof entering>>) {
  await visitor.enterCard(authorization);
  return visitor.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId: id,
    setupIntentId: authorization.setupIntentId ?? '',
  });
}

describe('the consent', () => {
  test('names the operator, the amounts, and the texts, and is stored as it was shown', async () => {
    await owner.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Sister Lakes Fuel' });
    await owner.trpc.admin.saveLegalText.mutate({ kind: 'terms', text: 'Be kind.' });
    const sam = await customer(app);
    const setup = await entering(sam);
    const { consent } = setup.authorization;
    expect(consent).toContain('You allow Sister Lakes Fuel to charge this card after delivery');
    expect(consent).toContain('about $129.00. A person checks any total over $255.50');
    await save(sam, setup);
    const stored = await termsOf(setup.id);
    expect(stored).toContain(consent);
    expect(stored).toContainEqual(
      expect.stringMatching(
        /^You agree to our terms \(version 1\) and privacy notice \(standard version \w+\)\.$/,
      ),
    );
  });

  test('keeps the versions of its time after the texts change', async () => {
    const sam = await customer(app);
    const setup = await entering(sam);
    await save(sam, setup);
    const before = await termsOf(setup.id);
    await owner.trpc.admin.saveLegalText.mutate({ kind: 'privacy', text: 'We forget.' });
    expect(await termsOf(setup.id)).toEqual(before);
  });

  test('is stored for a guest and for a saved card', async () => {
    const anna = app.visitor();
    const setup = await entering(anna, { customerPhone: '(269) 555-0142' });
    await save(anna, setup);
    expect(await termsOf(setup.id)).toContain(setup.authorization.consent);

    const sam = await customer(app);
    await book(sam);
    const [card] = await sam.trpc.account.cards.query();
    const again = await entering(sam);
    await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: again.id,
      paymentMethodId: card?.id ?? '',
    });
    expect(await termsOf(again.id)).toContain(again.authorization.consent);
  });

  /** Makes every change that the owner may make while a customer reads the sentences. */
  const changeEverything = async () => {
    await owner.trpc.admin.changeBusinessSettings.mutate({
      companyName: 'Another Company',
      confirmAbove: '1000',
    });
    await owner.trpc.admin.saveLegalText.mutate({ kind: 'terms', text: 'Be rich.' });
  };

  test('is stored as it was shown, whatever the owner changes before the card is saved', async () => {
    const anna = app.visitor();
    const typed = await entering(anna, { customerPhone: '(269) 555-0142' });
    const sam = await customer(app);
    await book(sam);
    const [card] = await sam.trpc.account.cards.query();
    const saved = await entering(sam);
    await changeEverything();
    await save(anna, typed);
    await sam.trpc.booking.useSavedCard.mutate({
      appointmentId: saved.id,
      paymentMethodId: card?.id ?? '',
    });
    for (const { id, authorization } of [typed, saved]) {
      const stored = await termsOf(id);
      expect(stored).toContain(authorization.consent);
      expect(stored.join(' ')).not.toContain('Another Company');
      expect(stored.join(' ')).not.toContain('version 1');
    }
  });

  test('is stored as it was shown if only Stripe’s event reports the card', async () => {
    const sam = await customer(app);
    const { id, authorization } = await entering(sam);
    await changeEverything();
    await sam.enterCard(authorization);
    await recordSetupFromEvent(app.deps, authorization.setupIntentId ?? '');
    expect(await termsOf(id)).toContain(authorization.consent);
  });

  test('of another card for a booked delivery is stored as it was shown', async () => {
    const sam = await customer(app);
    const id = await book(sam);
    await changeEverything();
    const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: id,
    });
    await owner.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Third Company' });
    await sam.enterCard(authorization, '5555555555554444');
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: authorization.setupIntentId ?? '',
    });
    const stored = await termsOf(id);
    expect(stored).toContain(authorization.consent);
    expect(authorization.consent).toContain('Another Company');
    expect(stored.at(-1)).toContain('terms (version 1)');
  });

  test('that was shown again counts as it was shown last', async () => {
    const sam = await customer(app);
    const first = await entering(sam);
    await changeEverything();
    const again = await sam.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: first.id,
    });
    expect(again.setupIntentId).toBe(first.authorization.setupIntentId);
    expect(again.consent).toContain('Another Company');
    await save(sam, { id: first.id, authorization: again });
    expect(await termsOf(first.id)).toContain(again.consent);
  });

  test('names the standard texts, which stay readable as they were shown', async () => {
    const id = await book(await customer(app));
    const standardTexts = async () =>
      (await owner.trpc.admin.evidence.query({ id })).terms.standardTexts;
    const shown = await standardTexts();
    expect(shown.map(({ kind }) => kind)).toEqual(['terms', 'privacy']);
    for (const { id: textId, text } of shown) {
      expect(text).toContain('Dockside');
      expect((await termsOf(id)).at(-1)).toContain(`(standard version ${textId})`);
    }
    await changeEverything();
    await book(await customer(app));
    expect(await standardTexts()).toEqual(shown);
    // Saving a blank text restores the standard one.
    await owner.trpc.admin.saveLegalText.mutate({ kind: 'terms', text: '' });
    const later = await book(await customer(app));
    const { terms } = await owner.trpc.admin.evidence.query({ id: later });
    expect(terms.standardTexts.map(({ text }) => text.includes('Another Company'))).toEqual([
      true,
      true,
    ]);
  });

  test('never names less than the order itself, even above the limit for large totals', async () => {
    await owner.trpc.admin.changeBusinessSettings.mutate({ confirmAbove: '50' });
    const { authorization } = await entering(await customer(app));
    expect(authorization.consent).toContain('about $129.00.');
    expect(authorization.consent).not.toContain('at most');
  });

  test('of a recurring delivery is its own, and goes to the appointments it books', async () => {
    const sam = await customer(app);
    await book(sam);
    const { text } = await sam.trpc.account.showRecurringConsent.mutate();
    await changeEverything();
    app.clock.advance(1000);
    await sam.trpc.account.addRecurring.mutate({
      planType: 'weekly',
      deliveryDay: 'Sunday',
      fuelType: 'Regular',
      gallons: 20,
    });
    const booked = async () => {
      await bookRecurring(app);
      const booked = await sam.trpc.booking.list.query();
      const newest = booked.toSorted((a, b) => b.createdAt - a.createdAt)[0];
      return termsOf(newest?.id ?? '');
    };
    const stored = await booked();
    expect(stored).toEqual([
      text,
      expect.stringMatching(/^You agree to our terms \(standard version \w+\) and privacy notice/),
    ]);
    expect(text).toContain('Dockside');
    // A plan from before we stored these sentences keeps the wording of its time.
    await app.deps.db.client.execute('update subscriptions set terms = null');
    app.clock.advance(1000);
    expect(await booked()).toEqual(FIRST_RECURRING_TERMS);
  });

  test('of a changed recurring delivery is stored as its dialog showed it', async () => {
    const sam = await customer(app);
    await book(sam);
    const plan = { planType: 'weekly', deliveryDay: 'Sunday', fuelType: 'Regular' } as const;
    const added = await sam.trpc.account.addRecurring.mutate({ ...plan, gallons: 20 });
    await changeEverything();
    const { text } = await sam.trpc.account.showRecurringConsent.mutate();
    expect(text).toContain('Another Company');
    await owner.trpc.admin.changeBusinessSettings.mutate({ companyName: 'Third Company' });
    await sam.trpc.account.editRecurring.mutate({
      ...plan,
      id: added.deliveries[0]?.id ?? '',
      gallons: 30,
    });
    app.clock.advance(1000);
    await bookRecurring(app);
    const [newest] = (await sam.trpc.booking.list.query()).toSorted(
      (a, b) => b.createdAt - a.createdAt,
    );
    expect(await termsOf(newest?.id ?? '')).toContain(text);
  });
});

describe('a card for this delivery only', () => {
  const cardsOf = (visitor: Visitor) => visitor.trpc.account.cards.query();
  const attached = async (id: string) => {
    const { rows } = await app.deps.db.client.execute({
      sql: 'select stripe_payment_method_id as pm from appointments where id = ?',
      args: [id],
    });
    const found = await app.deps.payments.findCard(String(rows[0]?.pm));
    return found?.customerId != null;
  };
  async function unkept(visitor: Visitor, order: object = {}) {
    const setup = await entering(visitor, order);
    expect(setup.authorization.keepsCard).toEqual({ isAsked: true, isKept: true });
    await visitor.trpc.booking.keepCard.mutate({ appointmentId: setup.id, keep: false });
    await save(visitor, setup);
    return setup.id;
  }

  test('isn’t listed, is charged, and is removed at Stripe once the delivery is paid', async () => {
    const sam = await customer(app);
    const id = await unkept(sam);
    expect(await cardsOf(sam)).toEqual([]);
    await removeOneTimeCards(app);
    expect(await attached(id)).toBe(true);
    await readyToDeliver(owner, id);
    expect(await owner.trpc.admin.complete.mutate({ id, actualGallons: 10 })).toMatchObject({
      balancePaid: true,
    });
    await removeOneTimeCards(app);
    expect(await attached(id)).toBe(false);
    await removeOneTimeCards(app);
    const history = await owner.trpc.admin.evidence.query({ id });
    expect(
      history.history.filter(({ action }) => action === 'appointment.card_detached'),
    ).toHaveLength(1);
  });

  test('that was removed isn’t charged for a correction: the customer pays the rest', async () => {
    const sam = await customer(app);
    const id = await unkept(sam);
    await readyToDeliver(owner, id);
    await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    await removeOneTimeCards(app);
    const { appointment: before } = await owner.trpc.admin.appointment.query({ id });
    const correction = {
      id,
      version: before.version,
      actualGallons: 21,
      smallIceBags: before.smallIceBags,
      largeIceBags: before.largeIceBags,
      reason: 'The meter said 21.',
      requestId: crypto.randomUUID(),
    };
    const { details } = await refusal(owner.trpc.admin.correctDelivery.mutate(correction));
    const { total } = details as { total: number };
    await owner.trpc.admin.correctDelivery.mutate({ ...correction, confirmedTotal: String(total) });
    const { appointment } = await owner.trpc.admin.appointment.query({ id });
    expect(appointment).toMatchObject({
      cardSaved: false,
      chargeState: 'declined',
      chargeError: 'No card is on file for this delivery.',
    });
    expect((await refusal(owner.trpc.admin.retryCharge.mutate({ id }))).message).toContain(
      'No card is saved for this delivery.',
    );
    const payment = await sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: appointment.remainingBalanceCents / 100,
    });
    expect(payment.savedCard).toBe(null);
  });

  test('that Stripe can’t remove doesn’t keep later ones from being removed', async () => {
    const sam = await customer(app);
    const ids = [];
    for (const time of ['10:00 AM - 12:00 PM', '2:00 PM - 4:00 PM']) {
      const id = await unkept(sam, { time });
      await readyToDeliver(owner, id);
      await owner.trpc.admin.complete.mutate({ id, actualGallons: 10 });
      ids.push(id);
    }
    const [stuck, later] = ids;
    const row = `select * from appointments where id = '${stuck}'`;
    const { columns } = await app.deps.db.client.execute(row);
    const copied = columns.map((name) =>
      ['id', 'public_code', 'link_hash', 'request_id'].includes(name)
        ? `'stuck-' || n || ${name}`
        : `a.${name}`,
    );
    // Adds more deliveries with a stuck card than one read returns, all on an earlier date than the
    // other delivery.
    await app.deps.db.client.executeMultiple(`
      update appointments set date = '2026-06-01' where id = '${stuck}';
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 60)
      insert into appointments (${columns.join()}) select ${copied.join()}
        from numbers, (${row}) as a;`);
    const { detachCard } = app.deps.payments;
    const { rows } = await app.deps.db.client.execute(row);
    app.deps.payments.detachCard = async (id) => {
      if (id === rows[0]?.stripe_payment_method_id) throw new PaymentsUnreachable('down');
      return detachCard(id);
    };
    await removeOneTimeCards(app);
    app.deps.payments.detachCard = detachCard;
    expect(await attached(later ?? '')).toBe(false);
    expect(await attached(stuck ?? '')).toBe(true);
  });

  test('stays while its payment is open', async () => {
    const sam = await customer(app);
    const setup = await entering(sam);
    await sam.trpc.booking.keepCard.mutate({ appointmentId: setup.id, keep: false });
    await sam.enterCard(setup.authorization, '4000000000000341');
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: setup.id,
      setupIntentId: setup.authorization.setupIntentId ?? '',
    });
    await readyToDeliver(owner, setup.id);
    await owner.trpc.admin.complete.mutate({ id: setup.id, actualGallons: 10 });
    await removeOneTimeCards(app);
    expect(await attached(setup.id)).toBe(true);
  });

  test('of a cancelled delivery is removed after its date', async () => {
    const sam = await customer(app);
    const id = await unkept(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
    await sam.trpc.booking.cancel.mutate({ id });
    await removeOneTimeCards(app);
    expect(await attached(id)).toBe(true);
    await app.deps.db.client.execute({
      sql: "update appointments set date = '2026-06-01' where id = ?",
      args: [id],
    });
    await removeOneTimeCards(app);
    expect(await attached(id)).toBe(false);
  });

  test('the choice counts for one card: the next one is kept again', async () => {
    const sam = await customer(app);
    const id = await unkept(sam);
    const again = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    expect(again.keepsCard.isKept).toBe(true);
    await sam.enterCard(again, '5555555555554444');
    await sam.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: again.setupIntentId ?? '',
    });
    expect(await cardsOf(sam)).toMatchObject([{ last4: '4444' }]);
    await readyToDeliver(owner, id);
    await owner.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    await removeOneTimeCards(app);
    expect(await attached(id)).toBe(true);
  });

  test('a withdrawn choice keeps the card', async () => {
    const sam = await customer(app);
    const setup = await entering(sam);
    await sam.trpc.booking.keepCard.mutate({ appointmentId: setup.id, keep: false });
    await sam.trpc.booking.keepCard.mutate({ appointmentId: setup.id, keep: true });
    await save(sam, setup);
    expect(await cardsOf(sam)).toHaveLength(1);
  });

  test('isn’t asked of a guest, and nobody else may choose', async () => {
    const anna = app.visitor();
    const { authorization } = await entering(anna, { customerPhone: '(269) 555-0143' });
    expect(authorization.keepsCard.isAsked).toBe(false);
    const sam = await customer(app);
    const { id } = await entering(sam);
    const other = await customer(app);
    expect(
      (await refusal(other.trpc.booking.keepCard.mutate({ appointmentId: id, keep: false })))
        .status,
    ).toBe(404);
  });
});

describe('the terms and the privacy notice', () => {
  test('start with a default that names the operator', async () => {
    await owner.trpc.admin.changeBusinessSettings.mutate({
      companyName: 'Sister Lakes Fuel',
      companyAddress: '1 Dock Road, Dowagiac, MI',
    });
    const anyone = app.visitor();
    const terms = await anyone.trpc.support.legalText.query({ kind: 'terms' });
    expect(terms).toMatchObject({ version: 0, isDefault: true, savedAt: null });
    expect(terms.text).toContain('Sister Lakes Fuel, 1 Dock Road, Dowagiac, MI,');
    expect(terms.text).toContain('(269) 555-0100');
  });

  test('get a version with each change, and every version stays readable', async () => {
    const saveTerms = (text: string) =>
      owner.trpc.admin.saveLegalText.mutate({ kind: 'terms', text });
    await saveTerms('First.');
    await saveTerms('Second.');
    // This text is already saved, so saving it again adds no version.
    await saveTerms('Second.');
    const anyone = app.visitor();
    const read = (version?: number) =>
      anyone.trpc.support.legalText.query({ kind: 'terms', version });
    expect(await read()).toMatchObject({ version: 2, text: 'Second.', isDefault: false });
    expect(await read(1)).toMatchObject({ version: 1, text: 'First.' });
    expect(await refusal(read(3))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that version.',
    });
    const [terms] = await saveTerms('');
    expect(terms).toMatchObject({ kind: 'terms', version: 3, isDefault: true });
    expect((await read()).text).toContain('Dockside');
  });

  test('a change by someone else isn’t overwritten', async () => {
    const [, privacy] = await owner.trpc.admin.legalTexts.query();
    const read = { text: privacy?.text ?? '' };
    await owner.trpc.admin.saveLegalText.mutate({ kind: 'privacy', text: 'Theirs.' });
    const { status } = await refusal(
      owner.trpc.admin.saveLegalText.mutate({ kind: 'privacy', text: 'Mine.', read }),
    );
    expect(status).toBe(409);
  });
});
