/** Tests a payment closed at Stripe without a result. The debt can still be paid by card, once. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { differencesToBooks } from '../support/ledger';
import { DECLINES, startMoneyScene, TOTAL } from '../support/money-scene';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal } from '../support/visitor';

const {
  app,
  sam,
  staff,
  faults,
  endFaults,
  click,
  delivered,
  giveGoodCard,
  seen,
  linesOf,
  chargeOf,
  deliverEvents,
} = await startMoneyScene();
afterEach(endFaults);
afterAll(() => app.close());

const VISA = { number: '4242424242424242' };
const open = (appointmentId: string, remainingAmount: number = TOTAL / 100, visitor = sam) =>
  visitor.trpc.booking.createBalancePayment.mutate({ appointmentId, remainingAmount });
const intentOf = async (id: string) => String((await chargeOf(id))?.payment_intent_id);
const close = async (id: string) => app.deps.payments.cancelPaymentIntent(await intentOf(id));

/** The customer pays in the browser. All records then agree that this happened once. */
async function paysOnce(id: string, cents = TOTAL) {
  const payment = await open(id, cents / 100);
  expect((await payInBrowser(app, payment.clientSecret, VISA)).status).toBe(200);
  const paid = await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  expect(paid).toMatchObject({ balancePaid: true, remainingBalanceCents: 0 });
  await expectPaidOnce(id, cents);
}
async function expectPaidOnce(id: string, cents = TOTAL) {
  await deliverEvents();
  app.clock.advance(15_000);
  await sweepCharges(app);
  const { unmended } = await reconcile(app);
  expect(unmended.filter((line) => line.includes(id))).toEqual([]);
  expect(takenFor(app, id)).toBe(cents);
  expect(linesOf(id).filter(({ charged }) => charged > 0)).toHaveLength(1);
  expect((await seen(id)).balancePaid).toBe(true);
  expect(await differencesToBooks(app)).toEqual([]);
}

describe('a refused cash entry', () => {
  test('above the balance closes nothing, and the customer pays with their secret', async () => {
    const id = await delivered(DECLINES);
    const { clientSecret } = await open(id);
    const refused = await refusal(
      staff.trpc.admin.recordCash.mutate({ id, amount: '999', requestId: click() }),
    );
    expect(refused).toMatchObject({ status: 409, message: 'The balance is only $88.00.' });
    expect(linesOf(id)).not.toContainEqual(expect.objectContaining({ status: 'canceled' }));
    expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(200);
    await expectPaidOnce(id);
  });

  test('whose closing was answered too late leaves the debt payable by card', async () => {
    const id = await delivered(DECLINES);
    faults.after.add('cancelPaymentIntent');
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).status).toBe(503);
    faults.after.clear();
    expect(linesOf(id)).toMatchObject([{ status: 'canceled' }]);
    await paysOnce(id);
  });

  test('for a debt that shrank while Stripe closed it leaves the rest payable', async () => {
    const id = await delivered(DECLINES);
    const { version } = await seen(id);
    // The correction happens after Stripe closes the payment and before we store that.
    faults.between.set('cancelPaymentIntent', async () => {
      faults.between.clear();
      await staff.trpc.admin.correctDelivery.mutate({
        ...{ id, version, requestId: click(), reason: 'Read again' },
        ...{ actualGallons: 5, smallIceBags: 2, largeIceBags: 1, confirmedTotal: 67.5 },
      });
    });
    const call = staff.trpc.admin.recordCash.mutate({ id, amount: '80', requestId: click() });
    expect(await refusal(call)).toMatchObject({ status: 409 });
    await paysOnce(id, 6_750);
  });

  test("is recorded when it's sent again", async () => {
    const id = await delivered(DECLINES);
    faults.after.add('cancelPaymentIntent');
    await refusal(staff.trpc.admin.recordCash.mutate({ id }));
    faults.after.clear();
    expect(await staff.trpc.admin.recordCash.mutate({ id })).toMatchObject({ balancePaid: true });
    expect(takenFor(app, id)).toBe(0);
  });
});

describe('a debt whose payment was closed', () => {
  test("is paid by the customer with another payment, even after Stripe's event", async () => {
    const id = await delivered(DECLINES);
    await close(id);
    await deliverEvents();
    await reconcile(app);
    await paysOnce(id);
    expect(linesOf(id)).toHaveLength(2);
  });

  test('gets only one other payment, however many callers open it simultaneously', async () => {
    const id = await delivered(DECLINES);
    await close(id);
    const opened = await Promise.all([
      open(id),
      open(id),
      open(id, 88, staff),
      open(id, 88, staff),
    ]);
    expect(new Set(opened.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    await paysOnce(id);
  });

  test('can be closed again and again', async () => {
    const id = await delivered(DECLINES);
    const secrets = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      await close(id);
      secrets.add((await open(id)).clientSecret);
    }
    expect(secrets.size).toBe(4);
    await paysOnce(id);
  });

  test.each(['createPaymentIntent', 'retrievePaymentIntent', 'findPaymentIntents'])(
    'is paid once even if the reply of %s was lost',
    async (call) => {
      const id = await delivered(DECLINES);
      await close(id);
      faults.after.add(call);
      expect((await refusal(open(id))).status).toBe(503);
      faults.after.clear();
      await paysOnce(id);
      expect(linesOf(id)).toHaveLength(2);
    },
  );

  test('is charged to the saved card once when staff retry', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    await close(id);
    await Promise.all([1, 2, 3].map(() => staff.trpc.admin.retryCharge.mutate({ id })));
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card' });
    await expectPaidOnce(id);
  });

  test('is charged once even if the reply of the retry was lost', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    await close(id);
    faults.after.add('confirmPaymentIntent');
    await staff.trpc.admin.retryCharge.mutate({ id });
    faults.after.clear();
    app.clock.advance(120_000);
    await sweepCharges(app);
    await expectPaidOnce(id);
  });

  test("isn't charged again automatically, only when a person opens or retries it", async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    await close(id);
    await deliverEvents();
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(120_000);
      await sweepCharges(app);
      await reconcile(app);
    }
    expect(takenFor(app, id)).toBe(0);
    expect(await seen(id)).toMatchObject({ balancePaid: false, remainingBalanceCents: TOTAL });
  });

  test('is paid in cash, even while another payment is open in a browser', async () => {
    const id = await delivered(DECLINES);
    await close(id);
    const { clientSecret } = await open(id);
    await staff.trpc.admin.recordCash.mutate({ id });
    expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(400);
    expect(takenFor(app, id)).toBe(0);
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid cash', balancePaid: true });
  });

  test('is settled by the second payment after a restore to the first', async () => {
    const id = await delivered(DECLINES);
    await close(id);
    const first = await intentOf(id);
    const { clientSecret } = await open(id);
    expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(200);
    await app.deps.db.client.batch([
      {
        sql: 'update charges set payment_intent_id = ? where appointment_id = ?',
        args: [first, id],
      },
      { sql: 'update appointments set payment_intent_id = ? where id = ?', args: [first, id] },
    ]);
    await reconcile(app);
    await expectPaidOnce(id);
  });
});

describe('simultaneous cash and card payments after a closed payment', () => {
  test('settle the debt once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      await close(id);
      const pay = async () => {
        const { clientSecret } = await open(id);
        await payInBrowser(app, clientSecret, VISA);
        await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
      };
      await Promise.allSettled(
        Array.from({ length: 18 }, (_, index) =>
          [
            pay,
            () => staff.trpc.admin.recordCash.mutate({ id }),
            () => staff.trpc.admin.retryCharge.mutate({ id }),
          ][(index + round) % 3]?.(),
        ),
      );
      app.clock.advance(150_000);
      await sweepCharges(app);
      await deliverEvents();
      await reconcile(app);
      const state = (await chargeOf(id))?.state;
      const taken = takenFor(app, id);
      if (state === 'declined' || state === 'requires_action') {
        expect(taken).toBe(0);
        await paysOnce(id);
      } else {
        expect([state, taken]).toEqual(taken > 0 ? ['succeeded', TOTAL] : ['cash', 0]);
      }
      expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
      expect(await differencesToBooks(app)).toEqual([]);
    }
  }, 120_000);
});

describe('a debt waived while the customer paid it', () => {
  /**
   * Of $88.00, $59.30 was paid in cash. After a correction from 10 gallons to 3, nothing is owed.
   */
  const REST = 2_870;
  async function payWhileWaived(hears: (id: string) => Promise<void>) {
    const id = await delivered(DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id, amount: '59.30', requestId: click() });
    const { clientSecret } = await open(id, REST / 100);
    expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(200);
    const { version } = await seen(id);
    await staff.trpc.admin.correctDelivery.mutate({
      ...{ id, version, requestId: click(), reason: 'Read again' },
      ...{ actualGallons: 3, smallIceBags: 2, largeIceBags: 1, confirmedTotal: 59.3 },
    });
    await hears(id);
    return id;
  }

  test.each([
    ['the event', deliverEvents],
    ['the comparison', async () => void (await reconcile(app))],
  ])(
    "doesn't lose the payment, and staff learn by %s that it must be refunded",
    async (_, hears) => {
      const id = await payWhileWaived(hears);
      expect(takenFor(app, id)).toBe(REST);
      const { open: items } = await staff.trpc.admin.reviewQueue.query();
      const [item, ...others] = items.filter(({ delivery }) => delivery?.id === id);
      expect(others).toEqual([]);
      expect(item).toMatchObject({
        kind: 'payment_difference',
        difference: { amountCents: REST },
      });
      await staff.trpc.admin.refundDifference.mutate({ id: item?.id ?? '', amount: REST / 100 });
      expect(linesOf(id).filter(({ charged }) => charged > 0)).toMatchObject([
        { charged: REST, refunded: REST },
      ]);
      await reconcile(app);
      expect(await differencesToBooks(app)).toEqual([]);
    },
  );

  test('is closed at Stripe even if that reply was lost', async () => {
    const id = await delivered(DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id, amount: '59.30', requestId: click() });
    const { clientSecret } = await open(id, REST / 100);
    const { version } = await seen(id);
    faults.before.add('cancelPaymentIntent');
    await staff.trpc.admin.correctDelivery.mutate({
      ...{ id, version, requestId: click(), reason: 'Read again' },
      ...{ actualGallons: 3, smallIceBags: 2, largeIceBags: 1, confirmedTotal: 59.3 },
    });
    faults.before.clear();
    await reconcile(app);
    expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(400);
    expect(takenFor(app, id)).toBe(0);
  });
});
