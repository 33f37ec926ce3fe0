import type Stripe from 'stripe';
import { checkUsable, linkToCustomer } from './attachments';
import { recordCharge } from './charges';
import { authenticationAction, authenticationFailure } from './client-secret';
import { type Context, find, idOf } from './context';
import { declineBody, lastError } from './declines';
import { openDispute, openingOf } from './dispute-moves';
import { cardError, refused } from './errors';
import { AUTHENTICATION_REQUIRED, type CardBehavior, type Decline, EXPIRED } from './test-cards';

/** Stores a PaymentIntent's new state and returns it. */
export function savePaymentIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
): Stripe.PaymentIntent {
  context.store.update('payment_intent', intent, idOf(intent.customer));
  return intent;
}

/** Returns the issuer's decision about an attempt. */
function issuerDecision(
  behavior: CardBehavior,
  setUp: boolean,
  offSession: boolean,
): 'approved' | 'authenticate' | Decline {
  if (typeof behavior.charge === 'object') return behavior.charge;
  if (behavior.charge === 'ok') return 'approved';
  if (!offSession) return 'authenticate';
  return behavior.charge === 'authenticate_unless_set_up' && setUp
    ? 'approved'
    : AUTHENTICATION_REQUIRED;
}

/** A card is valid through the last day of its expiration month. */
function isExpired({ card }: Stripe.PaymentMethod, nowMs: number): boolean {
  return card !== undefined && nowMs >= Date.UTC(card.exp_year, card.exp_month, 1);
}

function take(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const charge = recordCharge(context, intent, method, null, authenticated);
  const customer = idOf(intent.customer);
  if (customer && intent.setup_future_usage) {
    linkToCustomer(context, method, customer);
    context.store.setSecret(method.id, { setUp: true });
  } else if (!method.customer) {
    context.store.setSecret(method.id, { spent: true });
  }
  const paid = savePaymentIntent(context, {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  });
  context.emit('payment_intent.succeeded', paid);
  const { disputed } = context.store.secret(method.id).behavior;
  if (disputed) openDispute(context, charge.id, openingOf(disputed));
  return paid;
}

/**
 * Records a declined attempt, so that the intent needs another card. @returns the 402 with the
 * reason
 */
function decline(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: Decline,
) {
  const charge = recordCharge(context, intent, method, reason, false);
  const failed = savePaymentIntent(context, {
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    next_action: null,
    last_payment_error: lastError(reason, method, charge.id),
  });
  context.emit('payment_intent.payment_failed', failed);
  return cardError({
    ...declineBody(reason),
    charge: charge.id,
    payment_intent: failed,
    payment_method: method,
  });
}

/**
 * Attempts to pay an intent. Only an open intent can be confirmed, so it succeeds at most once, no
 * matter how often it's confirmed.
 */
export function confirmPayment(
  context: Context,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | null,
  how: { offSession: boolean; errorOnAction: boolean },
): Stripe.PaymentIntent {
  const state = { code: 'payment_intent_unexpected_state', payment_intent: before };
  if (before.status === 'succeeded')
    throw refused(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      state,
    );
  if (before.status === 'canceled' || before.status === 'processing')
    throw refused(
      `You cannot confirm this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
      state,
    );
  if (!method)
    throw refused(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      state,
    );
  checkUsable(context, method, idOf(before.customer));
  const intent: Stripe.PaymentIntent = { ...before, payment_method: method.id, next_action: null };
  const { behavior, setUp } = context.store.secret(method.id);
  const answer = isExpired(method, context.nowMs)
    ? EXPIRED
    : issuerDecision(behavior, setUp, how.offSession);
  if (answer === 'approved') return take(context, intent, method, false);
  if (answer !== 'authenticate') throw decline(context, intent, method, answer);
  if (how.errorOnAction) throw decline(context, intent, method, AUTHENTICATION_REQUIRED);
  const waiting = savePaymentIntent(context, {
    ...intent,
    status: 'requires_action',
    next_action: authenticationAction(intent.id),
    last_payment_error: null,
  });
  context.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/** Ends a payment's authentication, which the customer completed or failed. */
export function completePaymentAuthentication(
  context: Context,
  intent: Stripe.PaymentIntent,
  completed: boolean,
): Stripe.PaymentIntent {
  if (intent.status !== 'requires_action')
    throw refused(
      `This PaymentIntent is not waiting for authentication; it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  const method = find(context, 'payment_method', idOf(intent.payment_method) ?? '');
  if (completed) return take(context, intent, method, true);
  const failed = savePaymentIntent(context, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...authenticationFailure('PaymentIntent'), payment_method: method },
  });
  context.emit('payment_intent.payment_failed', failed);
  return failed;
}
