import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
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
import { broughtIntent, ensureIntentAmount } from './payment-intent';
import { LATE_MS, stuckItem } from './stuck-charge';

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
 * PaymentIntent that can be paid, each confirmation has its own key, and a call without a reply is
 * looked up before anything is sent again.
 *
 * @param claimed the charge, where the caller took it for itself already (`claimingCharge`)
 * @returns the debts afterwards; null where this settlement wrote nothing to them
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

/** Settlements under way in this process: a second caller waits for the first one's answer. */
const settling = new Map<string, Promise<Debts | null>>();

/**
 * The same, with the charge that speaks for the appointment as it stands afterwards; null where it has
 * none.
 */
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

/** A debt as it stands now, if its charge still has to be settled. */
async function reread(deps: Deps, { charge: { id, appointmentId } }: Debt): Promise<Debt | null> {
  const debts = await findDebts(deps.db, appointmentId);
  const charge = debts?.charges.find((one) => one.id === id);
  if (!debts || !charge || !UNFINISHED_CHARGE_STATES.includes(charge.state)) return null;
  return { ...debts, charge };
}

/**
 * Puts a charge off to a later look. A request that Stripe refused says nothing of the card: the charge
 * stays without an answer, and staff hear of it.
 */
async function putOff(deps: Deps, { charge }: Debt, error: unknown): Promise<void> {
  const { id, appointmentId } = charge;
  const now = deps.clock.now();
  await tellStuck(deps, charge, error);
  if (error instanceof PaymentsRejected) {
    await leaveUnanswered(deps.db, id, { now, nextAttemptAt: now + REJECTED_RETRY_MS });
    await noteRejection({ deps }, error, { id: `charge:${id}`, appointmentId });
    return;
  }
  await putOffUnanswered(deps.db, id, { now, nextAttemptAt: now + RETRY_MS });
  if (error instanceof PaymentsUnreachable) return;
  deps.log.error('a charge met an error', { charge: id, ...errorFields(error) });
  throw error;
}

/** How Stripe's answer shows the PaymentIntent, the attempt that the answer is of, and our own books. */
type Step = { intent: PaymentIntentView; attempt: number; debts: Debts };

/** Puts a charge off whose payment Stripe shows and has not decided. */
async function putOffUndecided(deps: Deps, charge: ChargeRow): Promise<void> {
  const now = deps.clock.now();
  await tellStuck(deps, charge, null);
  await putOffUnanswered(deps.db, charge.id, { now, nextAttemptAt: now + RETRY_MS });
}

/** Tells staff what to do about a charge that has had no answer for too long, once. */
async function tellStuck(deps: Deps, charge: ChargeRow, error: unknown): Promise<void> {
  const { unansweredSince: since } = charge;
  if (since === null || deps.clock.now() - since < LATE_MS) return;
  await addingReviewItem(stuckItem(deps, charge, error))(deps.db.orm);
}

/** Brings the PaymentIntent of a charge one confirmation further, or just looks at it. */
async function advance(deps: Deps, read: Debt): Promise<Step> {
  const { charge } = read;
  const paymentMethodId = read.appointment.stripePaymentMethodId;
  const brought = await broughtIntent(deps, read, { replacesCancelled: isRetry(charge) });
  const intent = await ensureIntentAmount(deps, charge, brought);
  const isToBegin = isToConfirm(charge, intent);
  const { debt, attempt } = await keepAttempt(deps, read, intent, isToBegin && !!paymentMethodId);
  // Another worker brought a PaymentIntent first, and the charge keeps that one.
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

/** Staff pressed Retry after a refusal, and this attempt has no answer yet. */
const isRetry = ({ state, errorCode }: ChargeRow) => state === 'unknown' && errorCode !== null;

/**
 * Whether to confirm the payment at Stripe now. After a retry began, the refusal or the question of the
 * customer's bank may still be the one before it. A second call under the attempt's own key makes Stripe
 * say which.
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
    // The refused request says nothing of an earlier one: look before deciding.
    const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
    if (intent.status === 'unconfirmed' && !intent.refusal) throw error;
    return intent;
  }
}

/**
 * Keeps the PaymentIntent of a charge, and begins an attempt on it, or goes on with one that a crash
 * interrupted. Both are written before the call: if no reply comes, we know that it may have arrived.
 * Soon after a crash the number and the key stay the same, so Stripe answers as it did before.
 *
 * @returns the attempt; null where none is to begin, or where another worker moved the charge on
 */
async function keepAttempt(
  deps: Deps,
  read: Debt,
  { id: paymentIntentId }: PaymentIntentView,
  isToBegin: boolean,
): Promise<{ debt: Debt; attempt: number | null }> {
  const { charge } = read;
  const now = deps.clock.now();
  const keeps = charge.paymentIntentId === paymentIntentId;
  // The key of an attempt belongs to the PaymentIntent that it was begun on.
  const isReplaced = charge.paymentIntentId !== null && !keeps;
  const isRecent = now - charge.updatedAt <= ATTEMPT_MS;
  const goesOn = charge.state === 'unknown' && isRecent && !isReplaced;
  const begins = isToBegin && !goesOn;
  if (keeps && !begins) {
    return { debt: read, attempt: isToBegin ? charge.attempt : null };
  }
  const beginsAt = begins ? now : null;
  const { debt, hasBegun } = await keepPaymentIntent(deps.db, read, { paymentIntentId, beginsAt });
  if (hasBegun) return { debt, attempt: charge.attempt + 1 };
  return { debt, attempt: isToBegin && goesOn ? charge.attempt : null };
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
