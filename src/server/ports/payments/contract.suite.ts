import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type PaymentsPort, PaymentsRejected, PaymentsUnreachable } from './port';

/** What a test needs of the world behind the port: a browser with a card, and a network that fails. */
export type PaymentsWorld = {
  payments: PaymentsPort;
  /** Types a card in the browser and confirms the SetupIntent with it. */
  saveCard(clientSecret: string, number: string): Promise<void>;
  /** Pays in the browser with a typed card, on the same PaymentIntent. */
  payInBrowser(clientSecret: string, number: string): Promise<void>;
  /** The customer completes the authentication that is waiting. */
  authenticate(clientSecret: string): Promise<void>;
  /** The next request of this kind meets the fault (lost-reply, 500, 503, …). */
  failNext(method: string, path: string, fault: string, count?: number): Promise<void>;
  /** Stripe forgets every idempotency key, as it does after a day. */
  forgetKeys(): Promise<void>;
  /** A delivery as Stripe would sign it at `at` (ms). */
  sign(body: string, at: number): string;
  now(): number;
  close(): Promise<void>;
};

const VISA = '4242424242424242';
const DECLINES_LATER = '4000000000000341';
const AUTHENTICATES = '4000002760003184';

/** What every adapter of the payments port must do. */
export function paymentsContract(name: string, start: () => Promise<PaymentsWorld>): void {
  describe(`payments port: ${name}`, () => {
    let world: PaymentsWorld;
    let payments: PaymentsPort;
    let count = 0;
    beforeAll(async () => {
      world = await start();
      ({ payments } = world);
    });
    afterAll(() => world.close());

    /** A booking with a saved card. */
    async function booking(number = VISA) {
      count += 1;
      const appointmentId = `apt_${count}`;
      const { customerId } = await payments.ensureCustomer({ ownerKey: `user:${count}` });
      const setup = await payments.createSetupIntent({ appointmentId, customerId, attempt: 1 });
      await world.saveCard(setup.clientSecret, number);
      const before = await payments.retrieveSetupIntent(setup.id);
      if (before.status === 'open' && !before.refusal) await world.authenticate(setup.clientSecret);
      const saved = await payments.retrieveSetupIntent(setup.id);
      return { appointmentId, customerId, setup: saved, paymentMethodId: saved.paymentMethodId };
    }
    type Booking = Awaited<ReturnType<typeof booking>>;
    const debt = (of: Booking, amountCents = 12_345) =>
      payments.createPaymentIntent({ ...of, amountCents, description: 'Delivery' });
    const confirm = (of: Booking, paymentIntentId: string, attempt = 1) =>
      payments.confirmPaymentIntent({
        paymentIntentId,
        appointmentId: of.appointmentId,
        attempt,
        paymentMethodId: of.paymentMethodId ?? '',
      });

    test('one owner, one customer, also when their details change', async () => {
      const first = await payments.ensureCustomer({ ownerKey: 'owner:1', email: 'a@example.com' });
      const again = await payments.ensureCustomer({ ownerKey: 'owner:1', email: 'b@example.com' });
      expect(again).toEqual(first);
      expect(await payments.ensureCustomer({ ownerKey: 'owner:2' })).not.toEqual(first);
    });

    test('a card is saved with nothing charged, and can be listed and forgotten', async () => {
      const of = await booking();
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

    test('a refused card is a value, and the same intent takes another', async () => {
      const of = await booking('4000000000009995');
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

    test('a setup is cancelled, quietly when it is over', async () => {
      const { customerId } = await payments.ensureCustomer({ ownerKey: 'owner:3' });
      const input = { appointmentId: 'apt_cancel', customerId, attempt: 1 };
      const made = await payments.createSetupIntent(input);
      expect((await payments.createSetupIntent(input)).id).toBe(made.id);
      await payments.cancelSetupIntent(made.id);
      await payments.cancelSetupIntent(made.id);
      expect((await payments.retrieveSetupIntent(made.id)).status).toBe('canceled');
      expect((await payments.createSetupIntent({ ...input, attempt: 2 })).id).not.toBe(made.id);
    });

    test('a booking is charged once, whoever repeats what', async () => {
      const of = await booking();
      const made = await debt(of);
      expect(made).toMatchObject({ status: 'unconfirmed', amountCents: 12_345, refusal: null });
      expect((await debt(of)).id).toBe(made.id);
      // Asked again for another amount, it is still the same debt.
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

    test('a declined charge says why and is paid in the browser on the same intent', async () => {
      const of = await booking(DECLINES_LATER);
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
            amountCents: 12_000,
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
        await payments.updatePaymentIntentAmount({ paymentIntentId: made.id, amountCents: 11_000 }),
      ).toMatchObject({ status: 'succeeded', amountCents: 12_000 });
    });

    test('a bank that wants the customer says so off session, and is satisfied in the browser', async () => {
      const of = await booking(AUTHENTICATES);
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

    test('a card that went away is a refusal, and the debt stands', async () => {
      const of = await booking();
      await payments.detachCard(of.paymentMethodId ?? '');
      const made = await debt(of);
      expect(made.status).toBe('unconfirmed');
      expect(await confirm(of, made.id)).toMatchObject({
        status: 'unconfirmed',
        refusal: { code: 'card_unavailable' },
      });
    });

    test('what a booking has is found without any key', async () => {
      const of = await booking();
      const made = await debt(of);
      await world.forgetKeys();
      expect(await payments.findPaymentIntents(of)).toMatchObject([{ id: made.id }]);
      expect(await payments.findPaymentIntents({ ...of, appointmentId: 'apt_other' })).toEqual([]);
      expect((await payments.cancelPaymentIntent(made.id)).status).toBe('canceled');
      expect((await payments.cancelPaymentIntent(made.id)).status).toBe('canceled');
    });

    test('refunds happen once per key, for good, and not beyond what was paid', async () => {
      const of = await booking();
      const { id } = await confirm(of, (await debt(of, 1000)).id);
      const refund = (amountCents: number, key: string) =>
        payments.refund({ paymentIntentId: id, amountCents, key });
      const part = await refund(400, `${id}:1`);
      expect(part).toMatchObject({ status: 'succeeded', amountCents: 400, paymentIntentId: id });
      await world.forgetKeys();
      expect(await refund(400, `${id}:1`)).toEqual(part);
      expect((await payments.retrievePaymentIntent(id)).refundedCents).toBe(400);
      await expect(refund(601, `${id}:2`)).rejects.toThrow(PaymentsRejected);
      expect((await refund(600, `${id}:3`)).amountCents).toBe(600);
      expect(await payments.listRefunds(id)).toHaveLength(2);
      expect(await payments.retrieveRefund(part.id)).toEqual(part);
    });

    describe('when the network fails', () => {
      test.each(['lost-request', 'lost-reply', 'cut-body', '409', '429', '503', 'hang'])(
        'a confirmation that met %s is unknown; asked again it is one charge',
        async (fault) => {
          const of = await booking();
          const made = await debt(of, 700);
          await world.failNext('POST', '/v1/payment_intents/*/confirm', fault);
          await expect(confirm(of, made.id)).rejects.toThrow(PaymentsUnreachable);
          expect(await confirm(of, made.id)).toMatchObject({
            status: 'succeeded',
            amountReceivedCents: 700,
          });
        },
      );

      test.each(['500', '500-after'])('a recorded %s does not stay in the way', async (fault) => {
        const of = await booking();
        await world.failNext('POST', '/v1/payment_intents', fault);
        const made = await debt(of, 800);
        await world.failNext('POST', '/v1/payment_intents/*/confirm', fault);
        expect(await confirm(of, made.id)).toMatchObject({
          status: 'succeeded',
          amountReceivedCents: 800,
        });
      });

      test.each(['lost-reply', '500-after'])(
        'a refund that met %s is found again',
        async (fault) => {
          const of = await booking();
          const { id } = await confirm(of, (await debt(of, 900)).id);
          await world.failNext('POST', '/v1/refunds', fault);
          const input = { paymentIntentId: id, amountCents: 900, key: `${id}:lost` };
          expect(await payments.refund(input)).toMatchObject({ amountCents: 900 });
          expect(await payments.listRefunds(id)).toHaveLength(1);
        },
      );

      test('reading is unreachable too, and never a wrong answer', async () => {
        const of = await booking();
        for (const fault of ['500', '503', 'cut-body']) {
          await world.failNext('GET', '/v1/setup_intents/*', fault);
          await expect(payments.retrieveSetupIntent(of.setup.id)).rejects.toThrow(
            PaymentsUnreachable,
          );
        }
      });
    });

    test('an unknown id is a rejection, with its code', async () => {
      const error = await payments
        .retrievePaymentIntent('pi_none')
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(PaymentsRejected);
      expect((error as PaymentsRejected).code).toBe('resource_missing');
    });

    describe('events', () => {
      const body = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: 1_700_000_000,
        data: { object: { id: 'pi_1', object: 'payment_intent' } },
      });
      const verify = (signature: string, now: number, payload = body) =>
        payments.verifyWebhook(payload, signature, now);

      test('a signed one is read', async () => {
        const now = world.now();
        expect(await verify(world.sign(body, now), now)).toEqual({
          id: 'evt_1',
          type: 'payment_intent.succeeded',
          createdAt: 1_700_000_000_000,
          objectId: 'pi_1',
          objectType: 'payment_intent',
        });
      });

      test('five minutes either way, and not a second more', async () => {
        const now = world.now();
        for (const seconds of [-300, 300]) {
          expect(await verify(world.sign(body, now + seconds * 1000), now)).not.toBeNull();
        }
        for (const seconds of [-302, 302, -86_400, 86_400]) {
          expect(await verify(world.sign(body, now + seconds * 1000), now)).toBeNull();
        }
      });

      test('forged, altered and nonsense are null', async () => {
        const now = world.now();
        const good = world.sign(body, now);
        expect(await verify(good, now, body.replace('pi_1', 'pi_2'))).toBeNull();
        const seconds = Math.floor(now / 1000);
        const forged = [
          '',
          'nonsense',
          `t=${seconds}`,
          `t=${seconds},v1=${'0'.repeat(64)}`,
          `t=x,${good}`,
          `t=${seconds + 10},${good}`,
          good.replace('v1=', 'v0='),
          good.replace(/t=\d+/, `t=${seconds + 1}`),
        ];
        for (const signature of forged) expect(await verify(signature, now)).toBeNull();
        const notJson = 'not json';
        expect(await verify(world.sign(notJson, now), now, notJson)).toBeNull();
      });

      test('the list has what happened since, oldest first', async () => {
        const of = await booking();
        await confirm(of, (await debt(of)).id);
        const types = ['payment_intent.created', 'payment_intent.succeeded'];
        const events = await payments.listEvents({ since: world.now() - 1000, types });
        expect(events.slice(-2).map((event) => event.type)).toEqual(types);
        expect(events.at(-1)).toMatchObject({ objectType: 'payment_intent' });
        expect(await payments.listEvents({ since: world.now() + 60_000 })).toEqual([]);
      });
    });
  });
}
