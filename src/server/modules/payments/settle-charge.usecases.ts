import type { AppointmentRow } from '@/db/schema';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import {
  type PaymentIntentView,
  type PaymentRefusal,
  PaymentsRejected,
  PaymentsUnreachable,
} from '@/server/ports/payments/port';
import { applyPaymentIntent, leaveChargeToStaff } from './charge-outcome.usecases';
import {
  beginNextAttempt,
  type ChargeRow,
  claimCharge,
  findCharge,
  findChargeById,
  leaveUnanswered,
  putOffCharge,
  unfinishedCharges,
} from './charges.repository';
import { ensureIntentAmount, ensurePaymentIntent } from './payment-intent';
import { noteRejection } from './troubles.usecases';

/** How long (ms) a worker may keep a charge before another takes it up. */
const CLAIM_MS = 10_000;
/** Pause (ms) between two looks at a charge that has no answer yet. */
const RETRY_MS = 10_000;
/** The same (ms) after Stripe refused the request: soon enough to settle within a minute of a new key. */
const REJECTED_RETRY_MS = 30_000;
/**
 * How long (ms) a worker repeats one attempt under its own key: longer than any request lives. After
 * that a new key gets past a failure that Stripe has recorded under the old one.
 */
const ATTEMPT_MS = 60_000;
/** How many charges a sweep takes up at once, so that one that hangs does not hold up the others. */
const LANES = 8;

const NO_CARD: PaymentRefusal = {
  code: 'no_card',
  declineCode: null,
  message: 'No card is on file for this delivery.',
};

/**
 * Takes a charge to its end, as far as Stripe answers: steps B and C of completion. Any number of
 * processes may call it any number of times, at any moment after a crash. A charge has one
 * PaymentIntent for life, each confirmation has its own key, and a call without a reply is looked up
 * before anything is sent again.
 */
export function settleCharge({ deps }: AnyCall, input: { appointmentId: string }): Promise<void> {
  const running = settling.get(input.appointmentId);
  if (running) return running;
  const settlement = settleOnce(deps, input.appointmentId).finally(() =>
    settling.delete(input.appointmentId),
  );
  settling.set(input.appointmentId, settlement);
  return settlement;
}

/** Settlements under way in this process: a second caller waits for the first one's answer. */
const settling = new Map<string, Promise<void>>();

/**
 * The same, with the charge that speaks for the appointment as it stands afterwards; null where it has
 * none.
 */
export async function settledCharge(
  call: AnyCall,
  input: { appointmentId: string },
): Promise<ChargeRow | null> {
  await settleCharge(call, input);
  return findCharge(call.deps.db.orm, input.appointmentId);
}

async function settleOnce(deps: Deps, appointmentId: string): Promise<void> {
  const now = deps.clock.now();
  const claimed = await claimCharge(deps.db, appointmentId, now, now + CLAIM_MS);
  if (!claimed) return;
  const { charge, appointment } = claimed;
  if (!appointment.stripeCustomerId) {
    await leaveChargeToStaff(deps, charge, NO_CARD);
    return;
  }
  try {
    const { intent, attempt } = await advance(deps, appointment, charge);
    await applyPaymentIntent(deps, intent, { attempt, answered: true });
  } catch (error) {
    await putOff(deps, charge, error);
  }
}

/**
 * Puts a charge off to a later look. What Stripe refused as a request says nothing of the card: the
 * charge stays without an answer, and staff hear of it (D70).
 */
async function putOff(deps: Deps, charge: ChargeRow, error: unknown): Promise<void> {
  const { id, appointmentId } = charge;
  const now = deps.clock.now();
  if (error instanceof PaymentsRejected) {
    await leaveUnanswered(deps.db, id, now + REJECTED_RETRY_MS);
    await noteRejection({ deps }, error, { id: `charge:${id}`, appointmentId });
    return;
  }
  await putOffCharge(deps.db, id, now + RETRY_MS);
  if (error instanceof PaymentsUnreachable) return;
  deps.log.error('a charge met an error', { charge: id, ...errorFields(error) });
  throw error;
}

/** How Stripe's answer shows the PaymentIntent, and the attempt that the answer is of. */
type Step = { intent: PaymentIntentView; attempt: number };

/** Brings the PaymentIntent of a charge one confirmation further, or just looks at it. */
async function advance(deps: Deps, appointment: AppointmentRow, charge: ChargeRow): Promise<Step> {
  const known = await ensurePaymentIntent(deps, appointment, charge);
  const intent = await ensureIntentAmount(deps, charge, known);
  if (!isToConfirm(charge, intent)) return { intent, attempt: charge.attempt };
  const paymentMethodId = appointment.stripePaymentMethodId;
  if (!paymentMethodId) {
    return { intent: { ...intent, refusal: NO_CARD }, attempt: charge.attempt };
  }
  const attempt = await beginAttempt(deps, charge);
  if (attempt === null) {
    const { attempt: seen } = (await findChargeById(deps.db.orm, charge.id)) ?? charge;
    return { intent: await deps.payments.retrievePaymentIntent(intent.id), attempt: seen };
  }
  return { intent: await confirm(deps, intent.id, charge, { attempt, paymentMethodId }), attempt };
}

/**
 * Whether Stripe is to be asked for the money now. After a retry began, the refusal or the question
 * of the customer's bank may still be the one before it: asked again under the attempt's own key,
 * Stripe says which.
 */
function isToConfirm(charge: ChargeRow, { status, refusal }: PaymentIntentView): boolean {
  const isRetry = charge.state === 'unknown' && charge.errorCode !== null;
  const isRefused = charge.state !== 'due' && !isRetry && refusal !== null;
  const isOpen = status === 'unconfirmed' || (isRetry && status === 'requires_action');
  return isOpen && !isRefused;
}

async function confirm(
  deps: Deps,
  paymentIntentId: string,
  { id: chargeId }: ChargeRow,
  { attempt, paymentMethodId }: { attempt: number; paymentMethodId: string },
): Promise<PaymentIntentView> {
  try {
    return await deps.payments.confirmPaymentIntent({
      paymentIntentId,
      chargeId,
      attempt,
      paymentMethodId,
    });
  } catch (error) {
    if (!(error instanceof PaymentsRejected)) throw error;
    // The refused request says nothing of an earlier one: look before deciding.
    const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
    if (intent.status === 'unconfirmed' && !intent.refusal) throw error;
    return intent;
  }
}

/**
 * Begins an attempt, or goes on with one that a crash interrupted. The number is written before the
 * call: if no reply comes, we know that the call may have arrived. Soon after a crash the number and
 * the key stay the same, so Stripe answers as it did before. Null when another worker moved the
 * charge on.
 */
async function beginAttempt(deps: Deps, charge: ChargeRow): Promise<number | null> {
  const now = deps.clock.now();
  const goesOn = charge.state === 'unknown' && now - charge.updatedAt <= ATTEMPT_MS;
  if (goesOn) return charge.attempt;
  const begun = await beginNextAttempt(deps.db, charge, now);
  return begun?.attempt ?? null;
}

/** Settles the charges that a crash, a lost reply or a slow bank left open. Returns how many. */
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
          ...errorFields(error),
        });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return open.length;
}
