/** Staff retry a declined card. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { book, driver } from '../support/actors';
import { DECLINES, startMoneyScene, TOTAL } from '../support/money-scene';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, refusals } from '../support/visitor';

const {
  app,
  sam,
  staff,
  faults,
  endFaults,
  confirmations,
  click,
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

describe('a retry of a charge', () => {
  test('tries the card again and records the second decline', async () => {
    const id = await delivered(DECLINES);
    expect(linesOf(id)[0]?.declines).toBe(1);
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({
      chargeState: 'declined',
      paymentChip: 'Card declined',
      remainingBalanceCents: TOTAL,
    });
    expect(linesOf(id)).toMatchObject([{ declines: 2, charges: 0 }]);
    expect(await auditsOf(id)).toEqual(['charge.declined', 'charge.retried', 'charge.declined']);
    expect((await chargeOf(id))?.attempt).toBe(2);
  });

  test('is paid by a working card, with the same PaymentIntent', async () => {
    const id = await delivered(DECLINES);
    const intent = (await chargeOf(id))?.payment_intent_id;
    await giveGoodCard(id);
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({
      paymentBadge: 'Paid',
      paymentChip: 'Paid by card',
      balancePaid: true,
      remainingBalanceCents: 0,
    });
    expect((await chargeOf(id))?.payment_intent_id).toBe(intent);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    expect(await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).toMatchObject({
      status: 409,
      message: 'This delivery is already paid.',
    });
  });

  test('pressed twenty times simultaneously is one attempt', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    const before = confirmations();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => staff.trpc.admin.retryCharge.mutate({ id })),
    );
    for (const answer of answers) {
      // A caller who comes after Stripe's answer learns that nothing is owed anymore.
      if (answer.status === 'fulfilled') expect(answer.value.balancePaid).toBe(true);
      else expect(answer.reason.message).toBe('This delivery is already paid.');
    }
    expect(confirmations() - before).toBe(1);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    expect((await auditsOf(id)).filter((action) => action === 'charge.retried')).toHaveLength(1);
  });

  test('is settled once later if the reply is lost', async () => {
    for (const when of ['before', 'after'] as const) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      faults[when].add('confirmPaymentIntent');
      const answer = await staff.trpc.admin.retryCharge.mutate({ id });
      faults[when].clear();
      expect(answer).toMatchObject({ chargeState: 'unknown', paymentChip: 'Processing' });
      app.clock.advance(15_000);
      await sweepCharges(app);
      expect(await seen(id)).toMatchObject({ paymentBadge: 'Paid', totalPaidCents: TOTAL });
      expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    }
  });

  test("is sent by the sweeper if the server couldn't send it, and a decline ends it", async () => {
    const id = await delivered(DECLINES);
    faults.before.add('retrievePaymentIntent');
    await staff.trpc.admin.retryCharge.mutate({ id });
    faults.before.clear();
    expect((await chargeOf(id))?.state).toBe('unknown');
    app.clock.advance(15_000);
    await sweepCharges(app);
    await sweepCharges(app);
    expect((await chargeOf(id))?.state).toBe('declined');
    expect(linesOf(id)).toMatchObject([{ declines: 2 }]);
  });

  test('is paid once while the customer pays with another card, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      const intent = await app.deps.payments.retrievePaymentIntent(
        String((await chargeOf(id))?.payment_intent_id),
      );
      await Promise.all([
        payInBrowser(app, intent.clientSecret, { number: '4242424242424242' }),
        staff.trpc.admin.retryCharge.mutate({ id }),
      ]);
      await deliverEvents();
      expect(takenFor(app, id)).toBe(TOTAL);
      expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    }
  }, 120_000);

  test('is refused for an appointment without a balance or without a card', async () => {
    const retry = (id: string) => refusal(staff.trpc.admin.retryCharge.mutate({ id }));
    const pending = await book(sam);
    expect(await retry(pending)).toMatchObject({
      status: 409,
      message: 'This delivery isn’t completed yet, so it has no balance.',
    });
    expect((await retry('nobody')).status).toBe(404);
    const { appointment } = await sam.trpc.booking.create.mutate({
      date: '2026-06-15',
      time: '10:00 AM - 12:00 PM',
      location: 'Pier',
      estimatedGallons: 5,
    });
    await staff.trpc.admin.confirm.mutate({ id: appointment.id, noCardReason: 'Pays cash' });
    await staff.trpc.admin.schedule.mutate({ id: appointment.id });
    await staff.trpc.admin.complete.mutate({ id: appointment.id, actualGallons: 5 });
    expect((await retry(appointment.id)).message).toBe(
      'No card is saved for this delivery. Record cash, or ask the customer to pay.',
    );
  });

  test('after a cancellation at Stripe charges the card with a new payment', async () => {
    const id = await delivered(DECLINES);
    const before = String((await chargeOf(id))?.payment_intent_id);
    await app.deps.payments.cancelPaymentIntent(before);
    const retried = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(retried).toMatchObject({ balancePaid: false, chargeError: 'The card was declined.' });
    expect(String((await chargeOf(id))?.payment_intent_id)).not.toBe(before);
  });
});

test('can be made only by staff', async () => {
  const id = await delivered(DECLINES);
  const { visitor: dana } = await driver(app);
  for (const [who, status] of [
    [app.visitor(), 401],
    [sam, 403],
    [dana, 403],
  ] as const) {
    const { admin: calls } = who.trpc;
    for (const answer of await refusals([
      calls.retryCharge.mutate({ id }),
      calls.recordCash.mutate({ id }),
      calls.refund.mutate({ id, requestId: click() }),
      calls.refunds.query({ id }),
    ])) {
      expect(answer.status).toBe(status);
    }
  }
  expect((await chargeOf(id))?.state).toBe('declined');
});
