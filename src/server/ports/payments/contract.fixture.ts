import { cents } from '@/domain/money';
import type { PaymentsPort } from './port';

/** What's outside the port: a browser with a card, and a network that fails. */
export type PaymentsWorld = {
  payments: PaymentsPort;
  /** Enters a card in the browser and confirms the SetupIntent with it. */
  saveCard(clientSecret: string, number: string): Promise<void>;
  /** Pays the same PaymentIntent in the browser with a new card. */
  payInBrowser(clientSecret: string, number: string): Promise<void>;
  /** Completes the customer's pending authentication. */
  authenticate(clientSecret: string): Promise<void>;
  /** Makes the next request of this kind fail (lost-reply, 500, 503, …). */
  failNext(method: string, path: string, fault: string, count?: number): Promise<void>;
  /** Makes Stripe forget all idempotency keys, as it does after a day. */
  forgetKeys(): Promise<void>;
  /** Signs an event's body as Stripe would at `at`. */
  sign(body: string, at: number): string;
  now(): number;
  close(): Promise<void>;
};

export const VISA = '4242424242424242';
export const DECLINES_LATER = '4000000000000341';
export const AUTHENTICATES = '4000002760003184';

/** Provides the steps that most tests start with. */
export function stepsIn(world: PaymentsWorld) {
  const { payments } = world;
  let count = 0;

  /** Creates an appointment with a saved card. */
  async function appointment(number = VISA) {
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
  type Appointment = Awaited<ReturnType<typeof appointment>>;

  return {
    appointment,
    /** Creates an appointment's PaymentIntent, unconfirmed. */
    debt: (of: Appointment, amountCents = 12_345) =>
      payments.createPaymentIntent({
        ...of,
        chargeId: `${of.appointmentId}:1`,
        amountCents: cents(amountCents),
        description: 'Delivery',
      }),
    /** Charges the saved card. */
    confirm: (of: Appointment, paymentIntentId: string, attempt = 1) =>
      payments.confirmPaymentIntent({
        paymentIntentId,
        chargeId: `${of.appointmentId}:1`,
        attempt,
        paymentMethodId: of.paymentMethodId ?? '',
      }),
  };
}
