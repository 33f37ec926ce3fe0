import type Stripe from 'stripe';
import { type Call, type Context, find, idOf, newId } from './context';
import { listPage, PAGE } from './lists';
import { readParams } from './params';
import type { Decline } from './test-cards';

/** Returns the card network's outcome. */
function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? decline.declineCode : null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

/**
 * Creates the charge of a payment attempt. It succeeded if `decline` is null. `authenticated` is
 * true if the customer authenticated it.
 */
export function recordCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
  authenticated: boolean,
): Stripe.Charge {
  const card = method.card;
  if (!card) throw new Error('the sandbox only supports cards');
  const paid = decline === null;
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: paid,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: paid ? intent.amount : null,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: null,
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  context.store.insert('charge', charge, {
    customer: typeof charge.customer === 'string' ? charge.customer : null,
    parent: intent.id,
  });
  context.emit(paid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

/** Returns the charge's effect on the business's balance, minus a fee of 2.9% and 30 cents. */
export function balanceTransactionOf(charge: Stripe.Charge): Stripe.BalanceTransaction {
  const { amount, currency, created } = charge;
  const fee = Math.round(amount * 0.029) + 30;
  return {
    id: idOf(charge.balance_transaction) ?? '',
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    net: amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'available',
    type: 'charge',
  };
}

/** `GET /v1/charges/:id`. */
export function retrieveCharge({ context, path, form }: Call): Stripe.Charge {
  readParams(form, {});
  return find(context, 'charge', path.id ?? '');
}

/** `GET /v1/charges`, newest first. */
export function listCharges({ context, form }: Call) {
  const input = readParams(form, {
    ...PAGE,
    customer: 'string',
    payment_intent: 'string',
    created: 'range',
  });
  return listPage(context, 'charge', '/v1/charges', input, {
    customer: input.customer,
    parent: input.payment_intent,
    created: input.created,
  });
}
