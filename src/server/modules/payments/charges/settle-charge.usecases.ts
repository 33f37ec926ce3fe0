import { chargeableCard } from '@/domain/payment/card';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import {
  CHARGE_ATTEMPT_MS,
  CHARGE_RETRY_MS,
  REFUSED_CHARGE_RETRY_MS,
  STUCK_CHARGE_MS,
} from '@/domain/policy';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import {
  type PaymentIntentView,
  type PaymentRefusal,
  PaymentsRejected,
  PaymentsUnreachable,
} from '@/server/ports/payments/port';
import { addingReviewItem } from '../../review/review.repository';
import { isReplaced } from '../cards/deleted-customers.usecases';
import { noteRejection } from '../health/troubles.usecases';
import {
  claimCharge,
  type Debt,
  type Debts,
  findDebts,
  keepPaymentIntent,
  leaveUnanswered,
  putOffUnanswered,
} from './charge-attempts.repository';
import { applyPaymentIntent, leaveChargeToStaff } from './charge-outcome.usecases';
import { type ChargeRow, findCharge, unfinishedCharges } from './charges.repository';
import { currentOf } from './debt-facts';
import { ensureIntentAmount, findOrCreateIntent } from './payment-intent';
import { stuckItem } from './stuck-charge';

/** A sweep settles this many charges in parallel, so that a slow one doesn't block the rest. */
const LANES = 8;

const NO_CARD: PaymentRefusal = {
  code: 'no_card',
  declineCode: null,
  message: 'No card is on file for this delivery.',
};

/**
 * Settles a charge as far as Stripe answers: steps B and C of a completion. It's safe to call at
 * any time, any number of times, and from several processes. Only one PaymentIntent of a charge can
 * be paid, each confirmation has its own key, and after a lost reply, Stripe is checked before
 * anything is sent again.
 * @param claimed the charge, if the caller has already claimed it (`claimingCharge`)
 * @returns the debts afterward, or null if this call changed nothing
 */
export function settleCharge(
  { deps }: AnyCall,
  { appointmentId }: { appointmentId: string },
  claimed: Debt | null = null,
): Promise<Debts | null> {
  const running = settling.get(appointmentId);
  if (running && !claimed) return running;
  const settlement = settleOnce(deps, appointmentId, claimed).finally(() => {
    if (settling.get(appointmentId) === settlement) settling.delete(appointmentId);
  });
  settling.set(appointmentId, settlement);
  return settlement;
}

/** Settlements in progress in this process. A second caller waits for the first one's answer. */
const settling = new Map<string, Promise<Debts | null>>();

/** Settles a charge and returns the appointment's current charge, or null if it has none. */
export async function settledCharge(
  call: AnyCall,
  input: { appointmentId: string },
  claimed: Debt | null = null,
): Promise<ChargeRow | null> {
  const debts = await settleCharge(call, input, claimed);
  return debts ? currentOf(debts.charges) : findCharge(call.deps.db.orm, input.appointmentId);
}

async function settleOnce(
  deps: Deps,
  appointmentId: string,
  claimed: Debt | null,
): Promise<Debts | null> {
  const debt = claimed ?? (await claimCharge(deps.db, appointmentId, deps.clock.now()));
  if (!debt) return null;
  if (!debt.appointment.stripeCustomerId) return leaveChargeToStaff(deps, debt, NO_CARD);
  try {
    const { intent, ...seen } = await advance(deps, debt);
    const debts = await applyPaymentIntent(deps, intent, { ...seen, answered: true });
    if (!debts && debt.charge.state === 'unknown') await putOffUndecided(deps, debt.charge);
    return debts;
  } catch (error) {
    if (await isReplaced(deps, error, debt.appointment.stripeCustomerId)) {
      const again = await reread(deps, debt);
      if (again) return settleOnce(deps, appointmentId, again);
    }
    await putOff(deps, debt, error);
    return null;
  }
}

/** Reads a debt again. Returns null if its charge no longer needs settling. */
async function reread(deps: Deps, { charge: { id, appointmentId } }: Debt): Promise<Debt | null> {
  const debts = await findDebts(deps.db, appointmentId);
  const charge = debts?.charges.find((one) => one.id === id);
  if (!debts || !charge || !UNFINISHED_CHARGE_STATES.includes(charge.state)) return null;
  return { ...debts, charge };
}

/**
 * Postpones a charge whose request was refused. That doesn't mean that the card was declined, so
 * the charge stays unanswered and staff are notified.
 */
async function putOff(deps: Deps, { charge }: Debt, error: unknown): Promise<void> {
  const { id, appointmentId } = charge;
  const now = deps.clock.now();
  await reportStuck(deps, charge, error);
  if (error instanceof PaymentsRejected) {
    await leaveUnanswered(deps.db, id, { now, nextAttemptAt: now + REFUSED_CHARGE_RETRY_MS });
    await noteRejection({ deps }, error, { id: `charge:${id}`, appointmentId });
    return;
  }
  await putOffUnanswered(deps.db, id, { now, nextAttemptAt: now + CHARGE_RETRY_MS });
  if (error instanceof PaymentsUnreachable) return;
  deps.log.error('a charge failed with an error', { charge: id, ...errorFields(error) });
  throw error;
}

/** The PaymentIntent in Stripe's answer, the attempt it belongs to, and our books. */
type Step = { intent: PaymentIntentView; attempt: number; debts: Debts };

/** Postpones a charge with a payment that Stripe hasn't decided yet. */
async function putOffUndecided(deps: Deps, charge: ChargeRow): Promise<void> {
  const now = deps.clock.now();
  await reportStuck(deps, charge, null);
  await putOffUnanswered(deps.db, charge.id, { now, nextAttemptAt: now + CHARGE_RETRY_MS });
}

/** Adds a review item for a charge that has had no answer for too long. */
async function reportStuck(deps: Deps, charge: ChargeRow, error: unknown): Promise<void> {
  const { unansweredSince: since } = charge;
  if (since === null || deps.clock.now() - since < STUCK_CHARGE_MS) return;
  await addingReviewItem(stuckItem(deps, charge, error))(deps.db.orm);
}

/** Confirms a charge's PaymentIntent if it's due, or just checks it. */
async function advance(deps: Deps, read: Debt): Promise<Step> {
  const { charge } = read;
  const paymentMethodId = chargeableCard(read.appointment);
  const brought = await findOrCreateIntent(deps, read, { replacesCancelled: isRetry(charge) });
  const intent = await ensureIntentAmount(deps, charge, brought);
  const isToBegin = isToConfirm(charge, intent);
  const { debt, attempt } = await keepAttempt(deps, read, intent, isToBegin && !!paymentMethodId);
  // Another worker stored a PaymentIntent first, and the charge keeps that one.
  if (debt.charge.paymentIntentId !== intent.id) return advance(deps, debt);
  const step = { intent, attempt: debt.charge.attempt, debts: debt };
  if (!isToBegin) return step;
  if (!paymentMethodId) return { ...step, intent: { ...intent, refusal: NO_CARD } };
  if (attempt === null) {
    return { ...step, intent: await deps.payments.retrievePaymentIntent(intent.id) };
  }
  const confirmed = await confirm(deps, intent.id, charge, { attempt, paymentMethodId });
  return { ...step, attempt, intent: confirmed };
}

/** True if staff retried after a refusal and this attempt has no answer yet. */
const isRetry = ({ state, errorCode }: ChargeRow) => state === 'unknown' && errorCode !== null;

/**
 * Decides whether to confirm the payment at Stripe now. During a retry, Stripe may still show the
 * refusal or the authentication request of an earlier attempt. Confirming with this attempt's own
 * key returns the current state.
 */
function isToConfirm(charge: ChargeRow, { status, refusal }: PaymentIntentView): boolean {
  const isRefused = charge.state !== 'due' && !isRetry(charge) && refusal !== null;
  const isOpen = status === 'unconfirmed' || (isRetry(charge) && status === 'requires_action');
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
    // An earlier request may have succeeded although this one was refused.
    const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
    if (intent.status === 'unconfirmed' && !intent.refusal) throw error;
    return intent;
  }
}

/**
 * Stores a charge's PaymentIntent and begins an attempt on it, or continues an attempt that a crash
 * interrupted. Both are stored before the call, so that we know of it if the reply is lost. Soon
 * after a crash, the number and the key stay the same, so Stripe repeats its answer.
 * @returns the attempt, or null if none should begin or another worker has changed the charge
 */
async function keepAttempt(
  deps: Deps,
  read: Debt,
  { id: paymentIntentId }: PaymentIntentView,
  isToBegin: boolean,
): Promise<{ debt: Debt; attempt: number | null }> {
  const { charge } = read;
  const now = deps.clock.now();
  const isStored = charge.paymentIntentId === paymentIntentId;
  // An attempt's key is only valid for the PaymentIntent it was begun on.
  const isReplaced = charge.paymentIntentId !== null && !isStored;
  const isRecent = now - charge.updatedAt <= CHARGE_ATTEMPT_MS;
  const continues = charge.state === 'unknown' && isRecent && !isReplaced;
  const begins = isToBegin && !continues;
  if (isStored && !begins) {
    return { debt: read, attempt: isToBegin ? charge.attempt : null };
  }
  const beginsAt = begins ? now : null;
  const { debt, hasBegun } = await keepPaymentIntent(deps.db, read, { paymentIntentId, beginsAt });
  if (hasBegun) return { debt, attempt: charge.attempt + 1 };
  return { debt, attempt: isToBegin && continues ? charge.attempt : null };
}

/** Settles charges left open by a crash, a lost reply, or a slow bank. Returns their number. */
export async function sweepCharges({ deps }: AnyCall): Promise<number> {
  const open = await unfinishedCharges(deps.db.orm, deps.clock.now(), 50);
  const waiting = [...open];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await settleCharge({ deps }, { appointmentId: next.appointmentId });
      } catch (error) {
        deps.log.error("a charge couldn't be settled", {
          appointment: next.appointmentId,
          ...errorFields(error),
        });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return open.length;
}
