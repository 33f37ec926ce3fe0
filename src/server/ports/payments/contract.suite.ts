import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Cents, cents } from '@/domain/money';
import {
  AUTHENTICATES,
  DECLINES_LATER,
  type PaymentsWorld,
  stepsIn,
  VISA,
} from './contract.fixture';
import { type PaymentsPort, PaymentsRejected, PaymentsUnreachable } from './port';

type Steps = ReturnType<typeof stepsIn>;

/** Every adapter of the payments port passes these tests. */
export function paymentsContract(name: string, start: () => Promise<PaymentsWorld>): void {
  describe(`payments port: ${name}`, () => {
    let world: PaymentsWorld;
    let payments: PaymentsPort;
    let booked: Steps['appointment'];
    let debt: Steps['debt'];
    let confirm: Steps['confirm'];
    beforeAll(async () => {
      world = await start();
      ({ payments } = world);
      ({ appointment: booked, debt, confirm } = stepsIn(world));
    });
    afterAll(() => world.close());

    test('creates one customer per owner, even if their details change', async () => {
      const first = await payments.ensureCustomer({ ownerKey: 'owner:1', email: 'a@example.com' });
      const again = await payments.ensureCustomer({ ownerKey: 'owner:1', email: 'b@example.com' });
      expect(again).toEqual(first);
      expect(await payments.ensureCustomer({ ownerKey: 'owner:2' })).not.toEqual(first);
    });

    test('saves a card without a charge, lists it, and detaches it', async () => {
      const of = await booked();
      expect(of.setup).toMatchObject({
        status: 'succeeded',
        appointmentId: of.appointmentId,
        customerId: of.customerId,
        card: { brand: 'visa', last4: '4242' },
        refusal: null,
      });
      const [card, ...others] = await payments.listCards(of.customerId);
      expect(card).toMatchObject({ last4: '4242', paymentMethodId: of.paymentMethodId });
      expect(others).toEqual([]);
      await payments.detachCard(of.paymentMethodId ?? '');
      await payments.detachCard(of.paymentMethodId ?? '');
      expect(await payments.listCards(of.customerId)).toEqual([]);
    });

    test('returns the same fingerprint each time for a card number, and another for another number', async () => {
      const fingerprints = [];
      for (const number of [VISA, VISA, DECLINES_LATER]) {
        fingerprints.push((await booked(number)).setup.card?.fingerprint);
      }
      expect(fingerprints[0]).toBeString();
      expect(fingerprints[1]).toBe(fingerprints[0]);
      expect(fingerprints[2]).not.toBe(fingerprints[0]);
    });

    test('deletes a customer with its cards, and accepts a repeat', async () => {
      const of = await booked();
      await payments.deleteCustomer(of.customerId);
      await payments.deleteCustomer(of.customerId);
      await expect(payments.listCards(of.customerId)).rejects.toThrow(PaymentsRejected);
      await expect(payments.deleteCustomer('cus_never')).rejects.toThrow(PaymentsRejected);
    });

    test('distinguishes a deleted customer from an unknown one, and replaces it', async () => {
      const of = await booked();
      expect(await payments.findCustomer(of.customerId)).toBe('here');
      await payments.deleteCustomer(of.customerId);
      expect(await payments.findCustomer(of.customerId)).toBe('deleted');
      expect(await payments.findCustomer('cus_never')).toBe('unknown');
      const refused = debt(of);
      await expect(refused).rejects.toThrow(PaymentsRejected);
      const next = { ownerKey: 'owner:9', replaces: of.customerId };
      const made = await payments.ensureCustomer(next);
      expect(await payments.ensureCustomer(next)).toEqual(made);
      expect(await payments.findCustomer(made.customerId)).toBe('here');
      const setup = { appointmentId: of.appointmentId, attempt: 1, ...made };
      expect(await payments.createSetupIntent(setup)).toMatchObject(made);
      // The charge continues with the new customer, although the key of its PaymentIntent was used
      // before.
      const on = await debt({ ...of, ...made, paymentMethodId: null });
      expect(on).toMatchObject({ customerId: made.customerId, status: 'unconfirmed' });
    });

    test('finds a saved card with its expiration date, even after it was detached', async () => {
      const of = await booked();
      const id = of.paymentMethodId ?? '';
      expect(await payments.findCard(id)).toMatchObject({
        customerId: of.customerId,
        card: { last4: '4242', expMonth: 12, expYear: 2034 },
      });
      await payments.detachCard(id);
      expect(await payments.findCard(id)).toMatchObject({ customerId: null });
      expect(await payments.findCard('pm_never')).toBeNull();
    });

    test('replaces a cancelled payment once, even if the call repeats', async () => {
      const of = await booked();
      const first = await debt(of);
      await payments.cancelPaymentIntent(first.id);
      const ask = () =>
        payments.createPaymentIntent({
          ...of,
          chargeId: `${of.appointmentId}:1`,
          replaces: first.id,
          amountCents: cents(900),
        });
      const [next, again] = [await ask(), await ask()];
      expect(next).toMatchObject({ status: 'unconfirmed', amountCents: 900 });
      expect(again.id).toBe(next.id);
      expect(next.id).not.toBe(first.id);
    });

    test('returns a refused card as a value, and accepts another card on the same intent', async () => {
      const of = await booked('4000000000009995');
      expect(of.setup).toMatchObject({
        status: 'open',
        paymentMethodId: null,
        refusal: {
          code: 'card_declined',
          declineCode: 'insufficient_funds',
          message: 'Your card has insufficient funds.',
        },
      });
      await world.saveCard(of.setup.clientSecret, VISA);
      expect((await payments.retrieveSetupIntent(of.setup.id)).status).toBe('succeeded');
    });

    test('cancels a setup, and accepts a setup that has ended', async () => {
      const { customerId } = await payments.ensureCustomer({ ownerKey: 'owner:3' });
      const input = { appointmentId: 'apt_cancel', customerId, attempt: 1 };
      const made = await payments.createSetupIntent(input);
      expect((await payments.createSetupIntent(input)).id).toBe(made.id);
      await payments.cancelSetupIntent(made.id);
      await payments.cancelSetupIntent(made.id);
      expect((await payments.retrieveSetupIntent(made.id)).status).toBe('canceled');
      expect((await payments.createSetupIntent({ ...input, attempt: 2 })).id).not.toBe(made.id);
    });

    test('saves a card for an account without an appointment', async () => {
      const { customerId } = await payments.ensureCustomer({ ownerKey: 'owner:4' });
      const input = { accountId: 'usr_4', customerId, attempt: 1 };
      const made = await payments.createSetupIntent(input);
      expect(made).toMatchObject({ accountId: 'usr_4', appointmentId: null, status: 'open' });
      expect((await payments.createSetupIntent(input)).id).toBe(made.id);
      await world.saveCard(made.clientSecret, VISA);
      expect(await payments.retrieveSetupIntent(made.id)).toMatchObject({
        accountId: 'usr_4',
        status: 'succeeded',
        card: { last4: '4242' },
      });
    });

    test('charges an appointment once, even if calls repeat', async () => {
      const of = await booked();
      const made = await debt(of);
      expect(made).toMatchObject({ status: 'unconfirmed', amountCents: 12_345, refusal: null });
      expect((await debt(of)).id).toBe(made.id);
      // A request for another amount returns the same debt.
      expect(await debt(of, 999)).toMatchObject({ id: made.id, amountCents: 12_345 });
      const paid = await Promise.all([1, 1, 2, 3].map((attempt) => confirm(of, made.id, attempt)));
      for (const view of [...paid, await payments.retrievePaymentIntent(made.id)]) {
        expect(view).toMatchObject({
          id: made.id,
          status: 'succeeded',
          amountReceivedCents: 12_345,
          appointmentId: of.appointmentId,
          card: { last4: '4242' },
          refusal: null,
        });
      }
    });

    test('explains a declined charge, which can be paid in the browser on the same intent', async () => {
      const of = await booked(DECLINES_LATER);
      const made = await debt(of);
      const declined = await confirm(of, made.id);
      expect(declined).toMatchObject({
        status: 'unconfirmed',
        amountReceivedCents: 0,
        card: { last4: '0341' },
        refusal: { code: 'card_declined', declineCode: 'generic_decline' },
      });
      expect(
        (
          await payments.updatePaymentIntentAmount({
            paymentIntentId: made.id,
            amountCents: cents(12_000),
          })
        ).amountCents,
      ).toBe(12_000);
      await world.payInBrowser(made.clientSecret, VISA);
      expect(await payments.retrievePaymentIntent(made.id)).toMatchObject({
        status: 'succeeded',
        amountReceivedCents: 12_000,
        card: { last4: '4242' },
      });
      expect(await confirm(of, made.id, 2)).toMatchObject({ status: 'succeeded' });
      expect(
        await payments.updatePaymentIntentAmount({
          paymentIntentId: made.id,
          amountCents: cents(11_000),
        }),
      ).toMatchObject({ status: 'succeeded', amountCents: 12_000 });
    });

    test('reports that the bank requires authentication, which the browser can complete', async () => {
      const of = await booked(AUTHENTICATES);
      const made = await debt(of);
      expect(await confirm(of, made.id)).toMatchObject({
        status: 'unconfirmed',
        refusal: { code: 'authentication_required' },
      });
      await world.payInBrowser(made.clientSecret, AUTHENTICATES);
      expect((await payments.retrievePaymentIntent(made.id)).status).toBe('requires_action');
      await world.authenticate(made.clientSecret);
      expect((await payments.retrievePaymentIntent(made.id)).status).toBe('succeeded');
    });

    test('refuses a detached card and keeps the debt', async () => {
      const of = await booked();
      await payments.detachCard(of.paymentMethodId ?? '');
      const made = await debt(of);
      expect(made.status).toBe('unconfirmed');
      expect(await confirm(of, made.id)).toMatchObject({
        status: 'unconfirmed',
        refusal: { code: 'card_unavailable' },
      });
    });

    test("finds an appointment's PaymentIntents without an idempotency key", async () => {
      const of = await booked();
      const made = await debt(of);
      await world.forgetKeys();
      expect(await payments.findPaymentIntents(of)).toMatchObject([{ id: made.id }]);
      expect(await payments.findPaymentIntents({ ...of, appointmentId: 'apt_other' })).toEqual([]);
      expect((await payments.cancelPaymentIntent(made.id)).status).toBe('canceled');
      expect((await payments.cancelPaymentIntent(made.id)).status).toBe('canceled');
    });

    test('refunds once per key, permanently, up to the amount paid', async () => {
      const of = await booked();
      const { id } = await confirm(of, (await debt(of, 1000)).id);
      const refund = (amountCents: Cents, key: string) =>
        payments.refund({ paymentIntentId: id, amountCents, key });
      const part = await refund(cents(400), `${id}:1`);
      expect(part).toMatchObject({ status: 'succeeded', amountCents: 400, paymentIntentId: id });
      await world.forgetKeys();
      expect(await refund(cents(400), `${id}:1`)).toEqual(part);
      expect((await payments.retrievePaymentIntent(id)).refundedCents).toBe(400);
      await expect(refund(cents(601), `${id}:2`)).rejects.toThrow(PaymentsRejected);
      expect((await refund(cents(600), `${id}:3`)).amountCents).toBe(600);
      expect(await payments.listRefunds(id)).toHaveLength(2);
      expect(await payments.retrieveRefund(part.id)).toEqual(part);
    });

    describe('when the network fails', () => {
      test.each(['lost-request', 'lost-reply', 'cut-body', '409', '429', '503', 'hang'])(
        'reports an unknown outcome for a confirmation after %s, and charges once when it repeats',
        async (fault) => {
          const of = await booked();
          const made = await debt(of, 700);
          await world.failNext('POST', '/v1/payment_intents/*/confirm', fault);
          await expect(confirm(of, made.id)).rejects.toThrow(PaymentsUnreachable);
          expect(await confirm(of, made.id)).toMatchObject({
            status: 'succeeded',
            amountReceivedCents: 700,
          });
        },
      );

      test.each(['500', '500-after'])('recovers from a recorded %s', async (fault) => {
        const of = await booked();
        await world.failNext('POST', '/v1/payment_intents', fault);
        const made = await debt(of, 800);
        await world.failNext('POST', '/v1/payment_intents/*/confirm', fault);
        expect(await confirm(of, made.id)).toMatchObject({
          status: 'succeeded',
          amountReceivedCents: 800,
        });
      });

      test.each(['lost-reply', '500-after'])('finds a refund again after %s', async (fault) => {
        const of = await booked();
        const { id } = await confirm(of, (await debt(of, 900)).id);
        await world.failNext('POST', '/v1/refunds', fault);
        const input = { paymentIntentId: id, amountCents: cents(900), key: `${id}:lost` };
        expect(await payments.refund(input)).toMatchObject({ amountCents: 900 });
        expect(await payments.listRefunds(id)).toHaveLength(1);
      });

      test('throws PaymentsUnreachable for a read with a fault, and never returns a wrong answer', async () => {
        const of = await booked();
        for (const fault of ['500', '503', 'cut-body']) {
          await world.failNext('GET', '/v1/setup_intents/*', fault);
          await expect(payments.retrieveSetupIntent(of.setup.id)).rejects.toThrow(
            PaymentsUnreachable,
          );
        }
      });
    });

    test('rejects an unknown ID with its code', async () => {
      const error = await payments
        .retrievePaymentIntent('pi_none')
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PaymentsRejected);
      expect((error as PaymentsRejected).code).toBe('resource_missing');
    });

    test('lists the events since an instant, oldest first', async () => {
      const of = await booked();
      await confirm(of, (await debt(of)).id);
      const types = ['payment_intent.created', 'payment_intent.succeeded'];
      const events = await payments.listEvents({ since: world.now() - 1000, types });
      expect(events.slice(-2).map((event) => event.type)).toEqual(types);
      expect(events.at(-1)).toMatchObject({ objectType: 'payment_intent' });
      expect(await payments.listEvents({ since: world.now() + 60_000 })).toEqual([]);
    });
  });
}
