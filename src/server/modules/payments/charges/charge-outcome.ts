import { cents, NO_CENTS } from '@/domain/money';
import { chargeMayBecome, isSettled } from '@/domain/payment/charge';
import type { PaymentIntentView, PaymentRefusal } from '@/server/ports/payments/port';
import type { ChargeRow } from './charges.repository';
import { isPaidWithoutCard } from './debt-facts';

/** Pause (ms) before the next look at a charge that Stripe has not decided yet. */
const RETRY_MS = 10_000;

const CANCELED: PaymentRefusal = {
  code: 'canceled',
  declineCode: null,
  message: 'The last payment was cancelled. Nothing was charged.',
};

/** Where a charge goes, with the PaymentIntent and the refusal that take it there. */
export type Outcome = {
  to: 'processing' | 'declined' | 'requires_action' | 'succeeded';
  /** Null where Stripe refused the request and no PaymentIntent was tried. */
  intent: PaymentIntentView | null;
  refusal: PaymentRefusal | null;
};

/** The attempt that was under way before the call to Stripe. */
export type SeenAttempt = {
  attempt: number;
  /** The call to Stripe used this attempt's own key, so the answer is of this attempt. */
  answered?: true;
};

/**
 * Where a PaymentIntent takes a charge; null where it changes nothing. `paid_twice`: the customer
 * paid a debt that was settled already, or with a second PaymentIntent.
 *
 * A refusal ends only the attempt that was seen, and a look without a key cannot tell it from the
 * refusal before. Money that came in always counts.
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
  // A cancelled PaymentIntent may also carry the refusal from before it was cancelled.
  const refusal = intent.status === 'canceled' ? CANCELED : intent.refusal;
  return { to, intent, refusal: isPaid ? null : refusal };
}

/** An attempt after the first is under way, and Stripe may still show what ended an earlier one. */
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

/** What an outcome changes in the row of its charge. */
export function chargeChanges(charge: ChargeRow, { to, intent, refusal }: Outcome, now: number) {
  const receivedCents = to === 'succeeded' ? (intent?.amountReceivedCents ?? NO_CENTS) : null;
  return {
    state: to,
    // The missing amount becomes a charge of its own, so that staff can collect it.
    amountCents: cents(Math.min(charge.amountCents, receivedCents ?? charge.amountCents)),
    receivedCents,
    feeCents: to === 'succeeded' ? (intent?.feeCents ?? null) : charge.feeCents,
    paymentIntentId: intent?.id ?? charge.paymentIntentId,
    errorCode: refusal?.declineCode ?? refusal?.code ?? null,
    errorMessage: refusal?.message ?? null,
    cardBrand: intent?.card?.brand ?? charge.cardBrand,
    cardLast4: intent?.card?.last4 ?? charge.cardLast4,
    unansweredSince: null,
    nextAttemptAt: to === 'processing' ? now + RETRY_MS : null,
    settledAt: to === 'succeeded' ? now : null,
    updatedAt: now,
  } satisfies Partial<ChargeRow>;
}
