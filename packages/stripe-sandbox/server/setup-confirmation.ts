import type Stripe from 'stripe';
import { checkUsable, linkToCustomer } from './attachments';
import { authenticationAction, authenticationFailure } from './client-secret';
import { type Context, find, idOf, newId } from './context';
import { customerFor } from './customers';
import { declineBody, lastError } from './declines';
import { cardError, refused } from './errors';

/** Stores a SetupIntent's new state and returns it. */
export function saveSetupIntent(context: Context, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  context.store.update('setup_intent', intent, idOf(intent.customer));
  return intent;
}

function succeed(
  context: Context,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  context.store.setSecret(method.id, intent.customer ? { setUp: true } : { spent: true });
  const customer = idOf(intent.customer);
  if (customer) linkToCustomer(context, method, customer);
  const done = saveSetupIntent(context, {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  context.emit('setup_intent.succeeded', done);
  return done;
}

/**
 * Saves an intent's card. The intent succeeds or requires authentication. @throws 402 for a decline
 */
export function confirmSetup(
  context: Context,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod | null,
): Stripe.SetupIntent {
  if (before.status === 'succeeded' || before.status === 'canceled') {
    const why =
      before.status === 'succeeded' ? 'it has already succeeded' : 'it has a status of canceled';
    throw refused(`You cannot confirm this SetupIntent because ${why}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: before,
    });
  }
  if (!method)
    throw refused(
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'setup_intent_unexpected_state', setup_intent: before },
    );
  // A deleted customer can't have cards.
  customerFor(context, idOf(before.customer) ?? undefined);
  checkUsable(context, method, idOf(before.customer));
  const intent: Stripe.SetupIntent = {
    ...before,
    latest_attempt: newId('setatt'),
    payment_method: method.id,
  };
  const { behavior } = context.store.secret(method.id);
  if (behavior.setup === 'ok') return succeed(context, intent, method);
  if (behavior.setup === 'authenticate') {
    const waiting = saveSetupIntent(context, {
      ...intent,
      status: 'requires_action',
      last_setup_error: null,
      next_action: authenticationAction(intent.id),
    });
    context.emit('setup_intent.requires_action', waiting);
    return waiting;
  }
  const failed = saveSetupIntent(context, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: lastError(behavior.setup, method),
  });
  context.emit('setup_intent.setup_failed', failed);
  throw cardError({
    ...declineBody(behavior.setup),
    payment_method: method,
    setup_intent: failed,
  });
}

/** Ends a setup's authentication, which the customer completed or failed. */
export function completeSetupAuthentication(
  context: Context,
  intent: Stripe.SetupIntent,
  completed: boolean,
): Stripe.SetupIntent {
  if (intent.status !== 'requires_action')
    throw refused(
      `This SetupIntent is not waiting for authentication; it has a status of ${intent.status}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: intent },
    );
  const method = find(context, 'payment_method', idOf(intent.payment_method) ?? '');
  if (completed) return succeed(context, intent, method);
  const failed = saveSetupIntent(context, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...authenticationFailure('SetupIntent'), payment_method: method },
  });
  context.emit('setup_intent.setup_failed', failed);
  return failed;
}
