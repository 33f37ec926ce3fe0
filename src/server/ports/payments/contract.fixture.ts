import { cents } from '@/domain/money';
import type { PaymentsPort } from './port';

/** The world behind the port: a browser with a card, and a network that fails. */
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
  /** Signs the body of an event as Stripe would at `at`. */
  sign(body: string, at: number): string;
  now(): number;
  close(): Promise<void>;
};

export const VISA = '4242424242424242';
export const DECLINES_LATER = '4000000000000341';
export const AUTHENTICATES = '4000002760003184';

/** The steps that most tests begin with, in one world. */
export function stepsIn(world: PaymentsWorld) {
  const { payments } = world;
  let count = 0;

  /** An appointment with a saved card. */
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
    /** The PaymentIntent of an appointment, not confirmed yet. */
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
