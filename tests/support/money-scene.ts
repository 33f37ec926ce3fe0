/** A scene for payments by staff, in which calls to Stripe can fail and cards can be declined. */
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, readyToDeliver } from './actors';
import { startTestApp } from './app';

export const DECLINES = '4000000000000341';
/** 10 gallons at $4.10, 2 small bags and a large one, and the delivery fee. */
export const TOTAL = 8_800;

/**
 * Starts the product with a customer and an admin, and returns the objects that payment tests need.
 */
export async function startMoneyScene() {
  /**
   * The calls to Stripe that fail before or after they take effect. `between` runs after Stripe is
   * done and before we get its answer.
   */
  const faults = {
    before: new Set<string>(),
    after: new Set<string>(),
    between: new Map<string, () => Promise<void>>(),
  };
  let confirmations = 0;
  const app = await startTestApp({
    capacity: 100,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: keyof typeof real) {
          return async (...input: unknown[]) => {
            if (faults.before.has(name)) throw new PaymentsUnreachable('no answer');
            if (name === 'confirmPaymentIntent') confirmations += 1;
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            const answer = await call(...input);
            await faults.between.get(name)?.();
            if (faults.after.has(name)) throw new PaymentsUnreachable('the reply was lost');
            return answer;
          };
        },
      }),
  });
  const sam = await customer(app);
  const staff = await admin(app);
  const historyOf = async (id: string) =>
    (await staff.trpc.admin.appointment.query({ id })).history.map((entry) => entry.action);
  let clicks = 0;

  return {
    app,
    sam,
    staff,
    faults,
    endFaults: () => {
      faults.before.clear();
      faults.after.clear();
      faults.between.clear();
    },
    /** How often a payment was confirmed at Stripe. */
    confirmations: () => confirmations,
    /** Returns the request ID for a new click. */
    click: () => {
      clicks += 1;
      return `click-${clicks}-of-the-test`;
    },
    /** Books and completes a delivery with this card. */
    delivered: async (card?: string): Promise<string> => {
      const id = await book(sam, {}, card);
      await readyToDeliver(staff, id);
      await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
      return id;
    },
    /** Saves a working card for an appointment whose card is declined. */
    giveGoodCard: async (id: string) => {
      const other = await book(sam);
      await app.deps.db.client.execute({
        sql: 'update appointments set stripe_payment_method_id = (select stripe_payment_method_id from appointments where id = ?) where id = ?',
        args: [other, id],
      });
    },
    seen: async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment,
    linesOf: (id: string) => app.sandbox.ledger().lines.filter((line) => line.appointmentId === id),
    chargeOf: async (id: string) => {
      const { rows } = await app.deps.db.client.execute({
        sql: 'select * from charges where appointment_id = ?',
        args: [id],
      });
      return rows[0];
    },
    /** Returns the audit log actions about an appointment's payments, oldest first. */
    auditsOf: async (id: string) =>
      (await historyOf(id)).filter((action) => /^(charge|refund)\./.test(action)).reverse(),
    /** Sends all Stripe events, as its webhooks do. */
    deliverEvents: async () => {
      for (const event of await app.deps.payments.listEvents({ since: 0 })) {
        await handlePaymentEvent(app, event);
      }
    },
  };
}
