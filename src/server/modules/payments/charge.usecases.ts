import type { AppointmentRow } from '@/db/schema';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import {
  type PaymentIntentView,
  type PaymentRefusal,
  PaymentsRejected,
  PaymentsUnreachable,
} from '@/server/ports/payments/port';
import { findAppointment } from '../appointments/appointments.repository';
import { applyPaymentIntent, leaveChargeToStaff } from './charge-outcome.usecases';
import {
  beginNextAttempt,
  type ChargeRow,
  claimCharge,
  findCharge,
  keepPaymentIntent,
  noteCharge,
  unfinishedCharges,
} from './charges.repository';

export { applyPaymentIntent } from './charge-outcome.usecases';

/** How long a worker may keep a charge before another takes it up. */
const CLAIM_MS = 10_000;
/** Pauses between looks at a charge that has no answer yet. */
const RETRY_MS = 10_000;
/** The same after a refusal that time alone does not cure. */
const REFUSED_RETRY_MS = 300_000;
/**
 * How long one attempt is repeated under its own key. Longer than any request lives; after that a
 * new key gets past a failure that Stripe has recorded under the old one.
 */
const ATTEMPT_MS = 60_000;
/** Charges taken up at once by one sweep, so that one that hangs does not hold up the others. */
const LANES = 8;

const NO_CARD: PaymentRefusal = {
  code: 'no_card',
  declineCode: null,
  message: 'No card is on file for this delivery.',
};

/**
 * Takes a charge to its end, as far as Stripe answers: steps B and C of completion. Safe to call any
 * number of times, by any number of processes, at any moment after a crash: there is one
 * PaymentIntent per booking for life, each confirmation has its own key, and what has no reply is
 * looked at before anything is tried again.
 *
 * @returns the charge as it stands afterwards; null for a booking without one
 */
export function settleCharge(
  { deps }: AnyCall,
  input: { appointmentId: string },
): Promise<ChargeRow | null> {
  const running = settling.get(input.appointmentId);
  if (running) return running;
  const settlement = settleOnce(deps, input.appointmentId).finally(() =>
    settling.delete(input.appointmentId),
  );
  settling.set(input.appointmentId, settlement);
  return settlement;
}

/** Settlements under way in this process: a second caller waits for the first one's answer. */
const settling = new Map<string, Promise<ChargeRow | null>>();

async function settleOnce(deps: Deps, appointmentId: string): Promise<ChargeRow | null> {
  const found = await findCharge(deps.db.orm, appointmentId);
  if (!found) return null;
  const now = deps.clock.now();
  const charge = await claimCharge(deps.db, found, now, now + CLAIM_MS);
  if (!charge) return findCharge(deps.db.orm, appointmentId);
  const appointment = await findAppointment(deps.db.orm, appointmentId);
  if (!appointment) throw new Error('a charge without its appointment');
  // Only the very first to take it up knows that nothing was asked of Stripe before.
  const untouched = found.state === 'due' && found.nextAttemptAt === null;
  try {
    const { intent, attempt } = await advance(deps, appointment, charge, untouched);
    await applyPaymentIntent(deps, intent, { attempt, answered: true });
  } catch (error) {
    await putOff(deps, charge, error);
  }
  return findCharge(deps.db.orm, appointmentId);
}

/** A charge that could not be brought further now: later, or left to people when it never can. */
async function putOff(deps: Deps, charge: ChargeRow, error: unknown): Promise<void> {
  const refused = error instanceof PaymentsRejected;
  if (refused) await leaveChargeToStaff(deps, charge, refusalOfRequest(error));
  const pause = refused ? REFUSED_RETRY_MS : RETRY_MS;
  await noteCharge(deps.db, charge.id, { nextAttemptAt: deps.clock.now() + pause });
  if (error instanceof PaymentsUnreachable) return;
  deps.log.error('a charge met an error', { charge: charge.id, reason: String(error) });
  if (!refused) throw error;
}

function refusalOfRequest(error: PaymentsRejected): PaymentRefusal {
  return {
    code: error.code ?? 'refused',
    declineCode: null,
    message: 'The payment service refused this charge, so the card was not charged.',
  };
}

type Step = { intent: PaymentIntentView; attempt: number };

/** Brings the booking's PaymentIntent one confirmation further, or just looks at it. */
async function advance(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
  untouched: boolean,
): Promise<Step> {
  const intent = await ensureIntentAmount(
    deps,
    charge,
    await ensurePaymentIntent(deps, appointment, charge, untouched),
  );
  // After a retry was begun the refusal, or the question of the customer's bank, may still be the one
  // before it. Asked again under the attempt's own key, Stripe says which.
  const isRetry = charge.state === 'unknown' && charge.errorCode !== null;
  const refused = charge.state !== 'due' && !isRetry && intent.refusal !== null;
  const isOpen =
    intent.status === 'unconfirmed' || (isRetry && intent.status === 'requires_action');
  if (!isOpen || refused) return { intent, attempt: charge.attempt };
  const paymentMethodId = appointment.stripePaymentMethodId;
  if (!paymentMethodId) {
    return { intent: { ...intent, refusal: NO_CARD }, attempt: charge.attempt };
  }
  const attempt = await beginAttempt(deps, charge);
  if (attempt === null) {
    const { attempt: seen } = (await findCharge(deps.db.orm, appointment.id)) ?? charge;
    return { intent: await deps.payments.retrievePaymentIntent(intent.id), attempt: seen };
  }
  const confirmation = {
    paymentIntentId: intent.id,
    appointmentId: appointment.id,
    attempt,
    paymentMethodId,
  };
  try {
    return { intent: await deps.payments.confirmPaymentIntent(confirmation), attempt };
  } catch (error) {
    if (!(error instanceof PaymentsRejected)) throw error;
    // The request was refused, which says nothing of an earlier one: look before deciding.
    const now = await deps.payments.retrievePaymentIntent(intent.id);
    const refusal = now.status === 'unconfirmed' && !now.refusal && refusalOfRequest(error);
    return { intent: refusal ? { ...now, refusal } : now, attempt };
  }
}

/**
 * Written before the call: if the reply never comes, we know that it may have happened. Soon after a
 * crash the number stays the same, so the key does and Stripe answers what it answered before. Null
 * when somebody else moved the charge on.
 */
async function beginAttempt(deps: Deps, charge: ChargeRow): Promise<number | null> {
  const now = deps.clock.now();
  const goesOn = charge.state === 'unknown' && now - charge.updatedAt <= ATTEMPT_MS;
  if (goesOn) return charge.attempt;
  const begun = await beginNextAttempt(deps.db, charge, now);
  return begun?.attempt ?? null;
}

/** What is asked is what the ledger says, also where somebody changed it at Stripe. */
export async function ensureIntentAmount(deps: Deps, charge: ChargeRow, intent: PaymentIntentView) {
  if (intent.status !== 'unconfirmed' || intent.amountCents === charge.amountCents) return intent;
  const { amountCents } = charge;
  return deps.payments.updatePaymentIntentAmount({ paymentIntentId: intent.id, amountCents });
}

/** The one PaymentIntent of a booking: the one we know, one that Stripe already has, or a new one. */
export async function ensurePaymentIntent(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
  untouched: boolean,
): Promise<PaymentIntentView> {
  if (charge.paymentIntentId) return deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  const customerId = appointment.stripeCustomerId;
  if (!customerId) throw new PaymentsRejected('a charge for a booking without a customer', null);
  // The key makes a repeated call harmless while Stripe remembers it; looking first does so for good.
  const existing = untouched
    ? []
    : await deps.payments.findPaymentIntents({ customerId, appointmentId: appointment.id });
  const intent =
    existing.find(({ status }) => status === 'succeeded') ??
    existing.find(({ status }) => status !== 'canceled') ??
    (await deps.payments.createPaymentIntent({
      appointmentId: appointment.id,
      customerId,
      paymentMethodId: appointment.stripePaymentMethodId,
      amountCents: charge.amountCents,
      description: `Delivery ${appointment.publicCode}`,
    }));
  const kept = await keepPaymentIntent(deps.db, charge, intent.id);
  // Two workers may each have come with one; the first that was written is the booking's for life.
  return kept === intent.id ? intent : deps.payments.retrievePaymentIntent(kept);
}

/** Settles what a crash, a lost reply or a slow bank left open. Returns how many were looked at. */
export async function sweepCharges({ deps }: AnyCall): Promise<number> {
  const open = await unfinishedCharges(deps.db.orm, deps.clock.now(), 50);
  const waiting = [...open];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await settleCharge({ deps }, { appointmentId: next.appointmentId });
      } catch (error) {
        deps.log.error('the sweeper could not settle a charge', {
          appointment: next.appointmentId,
          reason: error instanceof Error ? error.message : 'unknown',
        });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return open.length;
}
