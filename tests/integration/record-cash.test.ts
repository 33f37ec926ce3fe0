/** Staff record cash for a delivery that no card has paid. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { DECLINES, startMoneyScene, TOTAL } from '../support/money-scene';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal } from '../support/visitor';

const {
  app,
  sam,
  staff,
  faults,
  endFaults,
  delivered,
  giveGoodCard,
  seen,
  linesOf,
  chargeOf,
  auditsOf,
  deliverEvents,
} = await startMoneyScene();
afterEach(endFaults);
afterAll(() => app.close());

describe('a cash record', () => {
  test('closes the card payment first, then marks the delivery as paid', async () => {
    const id = await delivered(DECLINES);
    const answer = await staff.trpc.admin.recordCash.mutate({ id, note: 'Two fifties' });
    expect(answer).toMatchObject({
      paymentBadge: 'Paid',
      paymentChip: 'Paid cash',
      paymentMethod: 'cash',
      totalPaidCents: TOTAL,
      remainingBalanceCents: 0,
    });
    expect(linesOf(id)).toMatchObject([{ status: 'canceled', charges: 0 }]);
    expect(await staff.trpc.admin.recordCash.mutate({ id })).toMatchObject({ balancePaid: true });
    expect(await auditsOf(id)).toEqual(['charge.declined', 'charge.cash']);
    await deliverEvents();
    await reconcile(app);
    expect((await seen(id)).paymentChip).toBe('Paid cash');
    expect((await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).status).toBe(409);
  });

  test('works for a delivery without any card', async () => {
    const { appointment } = await sam.trpc.booking.create.mutate({
      date: '2026-06-16',
      time: '10:00 AM - 12:00 PM',
      location: 'Pier',
      estimatedGallons: 5,
    });
    const { id } = appointment;
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays cash' });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 5 });
    const paid = await staff.trpc.admin.recordCash.mutate({ id });
    expect(paid).toMatchObject({ paymentChip: 'Paid cash', totalPaidCents: 4_550 });
  });

  test('is refused if the customer has paid by card since', async () => {
    const id = await delivered(DECLINES);
    const intent = await app.deps.payments.retrievePaymentIntent(
      String((await chargeOf(id))?.payment_intent_id),
    );
    await payInBrowser(app, intent.clientSecret, { number: '4242424242424242' });
    expect(await refusal(staff.trpc.admin.recordCash.mutate({ id }))).toMatchObject({
      status: 409,
      message: 'The card was just charged, so nothing was recorded.',
    });
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: TOTAL });
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).message).toBe(
      'This delivery is already paid.',
    );
  });

  test("is refused if the payment service doesn't answer for a declined card", async () => {
    const id = await delivered(DECLINES);
    faults.before.add('cancelPaymentIntent');
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).status).toBe(503);
    faults.before.clear();
    expect((await chargeOf(id))?.state).toBe('declined');
  });

  test('is refused if the card was charged and only the answer was lost', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    faults.after.add('confirmPaymentIntent');
    await staff.trpc.admin.retryCharge.mutate({ id });
    faults.after.clear();
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).message).toBe(
      'The card was just charged, so nothing was recorded.',
    );
    app.clock.advance(15_000);
    await sweepCharges(app);
    expect(takenFor(app, id)).toBe(TOTAL);
  });

  test('sent twenty times along with twenty retries pays once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      const settled = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === round % 2
            ? staff.trpc.admin.recordCash.mutate({ id })
            : staff.trpc.admin.retryCharge.mutate({ id }),
        ),
      );
      app.clock.advance(15_000);
      await sweepCharges(app);
      await deliverEvents();
      const state = (await chargeOf(id))?.state;
      const taken = takenFor(app, id);
      expect(settled.some((one) => one.status === 'fulfilled')).toBe(true);
      // The payment is cancelled during a retry, so the balance is still open and cash can be
      // recorded.
      if (state === 'declined') {
        expect(taken).toBe(0);
        await staff.trpc.admin.recordCash.mutate({ id });
      } else {
        expect([state, taken]).toEqual(taken > 0 ? ['succeeded', TOTAL] : ['cash', 0]);
      }
      expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    }
  }, 120_000);
});
