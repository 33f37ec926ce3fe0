import type Stripe from 'stripe';
import { checkUsable, linkToCustomer } from './attachments';
import { authenticationAction, authenticationFailure } from './client-secret';
import { type Context, find, idOf, newId } from './context';
import { customerFor } from './customers';
import { declineBody, lastError } from './declines';
import { cardError, refused } from './errors';

/** Stores a SetupIntent as it is now, and gives it back. */
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

/** Saves the card of an intent. The intent succeeds or waits for authentication; a decline throws a 402. */
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
  // A deleted customer takes no card.
  customerFor(context, idOf(before.customer) ?? undefined);
  checkUsable(context, method, idOf(before.customer));
  const intent: Stripe.SetupIntent = {
    ...before,
    latest_attempt: newId('setatt'),
    payment_method: method.id,
  };
  const { behaviour } = context.store.secret(method.id);
  if (behaviour.setup === 'ok') return succeed(context, intent, method);
  if (behaviour.setup === 'authenticate') {
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
    last_setup_error: lastError(behaviour.setup, method),
  });
  context.emit('setup_intent.setup_failed', failed);
  throw cardError({
    ...declineBody(behaviour.setup),
    payment_method: method,
    setup_intent: failed,
  });
}

/** Ends the authentication of a setup, which the customer completed or failed. */
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
