import { cents, NO_CENTS } from '@/domain/money';
import { chargeMayBecome, isSettled } from '@/domain/payment/charge';
import { CHARGE_RETRY_MS } from '@/domain/policy';
import type { PaymentIntentView, PaymentRefusal } from '@/server/ports/payments/port';
import type { ChargeRow } from './charges.repository';
import { isPaidWithoutCard } from './debt-facts';

const CANCELED: PaymentRefusal = {
  code: 'canceled',
  declineCode: null,
  message: 'The last payment was cancelled. Nothing was charged.',
};

/** The next state of a charge, with the PaymentIntent and refusal that lead to it. */
export type Outcome = {
  to: 'processing' | 'declined' | 'requires_action' | 'succeeded';
  /** Null if Stripe refused the request before any payment was tried. */
  intent: PaymentIntentView | null;
  refusal: PaymentRefusal | null;
};

/** The attempt that was in progress before the call to Stripe. */
export type SeenAttempt = {
  attempt: number;
  /**
   * Set if the call used the key of this attempt, so that Stripe's answer is about this attempt.
   */
  answered?: true;
};

/**
 * Returns the next state of a charge from its PaymentIntent, or null if nothing changes.
 * `paid_twice` means that the customer paid a settled debt, or paid with a second PaymentIntent. A
 * refusal only ends the attempt that it belongs to. Without the attempt's key, we can't tell it
 * from an earlier refusal, so it doesn't count. Received money always counts.
 */
export function outcomeOf(
  charge: ChargeRow,
  intent: PaymentIntentView,
  seen?: SeenAttempt,
): Outcome | 'paid_twice' | null {
  const isPaid = intent.status === 'succeeded';
  const isAnother = charge.paymentIntentId !== null && charge.paymentIntentId !== intent.id;
  if (isAnother || isSettled(charge.state)) {
    return isPaid && (isAnother || isPaidWithoutCard(charge)) ? 'paid_twice' : null;
  }
  if (!isPaid && seen && seen.attempt !== charge.attempt) return null;
  if (!seen?.answered && mayBeOfEarlierAttempt(charge, intent)) return null;
  const to = stateOf(intent);
  if (!to || !chargeMayBecome(charge.state, to)) return null;
  // A cancelled PaymentIntent may still show the refusal from before it was cancelled.
  const refusal = intent.status === 'canceled' ? CANCELED : intent.refusal;
  return { to, intent, refusal: isPaid ? null : refusal };
}

/** During a retry, Stripe may still show the result of an earlier attempt. */
function mayBeOfEarlierAttempt(charge: ChargeRow, intent: PaymentIntentView): boolean {
  const isRetry = charge.errorCode !== null || charge.attempt > 1;
  const isOpen = intent.status === 'unconfirmed' || intent.status === 'requires_action';
  return charge.state === 'unknown' && isRetry && isOpen;
}

function stateOf({ status, refusal }: PaymentIntentView): Outcome['to'] | null {
  switch (status) {
    case 'succeeded':
    case 'processing':
    case 'requires_action':
      return status;
    case 'unconfirmed':
      if (!refusal) return null;
      return refusal.code === 'authentication_required' ||
        refusal.declineCode === 'authentication_required'
        ? 'requires_action'
        : 'declined';
    case 'canceled':
      return 'declined';
  }
}

/** Returns the column changes of a charge for an outcome. */
export function chargeChanges(charge: ChargeRow, { to, intent, refusal }: Outcome, now: number) {
  const receivedCents = to === 'succeeded' ? (intent?.amountReceivedCents ?? NO_CENTS) : null;
  return {
    state: to,
    // Staff collect the missing amount as a separate charge.
    amountCents: cents(Math.min(charge.amountCents, receivedCents ?? charge.amountCents)),
    receivedCents,
    feeCents: to === 'succeeded' ? (intent?.feeCents ?? null) : charge.feeCents,
    paymentIntentId: intent?.id ?? charge.paymentIntentId,
    errorCode: refusal?.declineCode ?? refusal?.code ?? null,
    errorMessage: refusal?.message ?? null,
    cardBrand: intent?.card?.brand ?? charge.cardBrand,
    cardLast4: intent?.card?.last4 ?? charge.cardLast4,
    unansweredSince: null,
    nextAttemptAt: to === 'processing' ? now + CHARGE_RETRY_MS : null,
    settledAt: to === 'succeeded' ? now : null,
    updatedAt: now,
  } satisfies Partial<ChargeRow>;
}
