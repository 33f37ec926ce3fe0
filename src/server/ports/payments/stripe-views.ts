import type Stripe from 'stripe';
import { type Cents, cents } from '@/domain/money';
import type {
  CardView,
  PaymentEvent,
  PaymentIntentView,
  PaymentRefusal,
  RefundView,
  SavedCard,
  SetupIntentView,
} from './port';

/** The field in an intent's metadata with its appointment's ID. */
export const APPOINTMENT_FIELD = 'appointment_id';
/** The field in a SetupIntent's metadata with the account that it adds a card to. */
export const ACCOUNT_FIELD = 'account_id';
/** The field in a PaymentIntent's metadata with its charge's ID. */
export const CHARGE_FIELD = 'charge_id';
/** The field in a refund's metadata that stores its key permanently. */
export const REFUND_KEY_FIELD = 'refund_key';

/** Returns the ID from a field that contains an ID, a whole object, or nothing. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

type CardParts = {
  brand: string | null;
  last4: string | null;
  exp_month: number;
  exp_year: number;
  fingerprint?: string | null;
};

function cardView(card: CardParts | null | undefined): CardView | null {
  if (!card) return null;
  return {
    brand: card.brand ?? 'unknown',
    last4: card.last4 ?? '',
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };
}

function methodOf(field: string | Stripe.PaymentMethod | null | undefined) {
  return typeof field === 'object' && field !== null ? field : null;
}

type LastError = { code?: string; decline_code?: string; message?: string };

function refusalOf(error: LastError | null): PaymentRefusal | null {
  if (!error) return null;
  return {
    code: error.code ?? 'card_declined',
    declineCode: error.decline_code ?? null,
    message: error.message ?? 'Your card was declined.',
  };
}

function setupStatus(status: Stripe.SetupIntent.Status): SetupIntentView['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'canceled';
  return status === 'processing' ? 'processing' : 'open';
}

/** Converts a SetupIntent. `card` requires an expanded `payment_method`. */
export function setupIntentView(intent: Stripe.SetupIntent): SetupIntentView {
  const status = setupStatus(intent.status);
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status,
    customerId: idOf(intent.customer),
    appointmentId: intent.metadata?.[APPOINTMENT_FIELD] ?? null,
    accountId: intent.metadata?.[ACCOUNT_FIELD] ?? null,
    paymentMethodId: idOf(intent.payment_method),
    card: cardView(methodOf(intent.payment_method)?.card),
    refusal: status === 'succeeded' ? null : refusalOf(intent.last_setup_error),
    attemptId: idOf(intent.latest_attempt),
  };
}

function paymentStatus(status: Stripe.PaymentIntent.Status): PaymentIntentView['status'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'canceled';
    case 'requires_action':
      return 'requires_action';
    case 'requires_payment_method':
    case 'requires_confirmation':
      return 'unconfirmed';
    // `requires_capture` never happens with automatic capture. Like `processing`, it's undecided.
    default:
      return 'processing';
  }
}

/** Returns a payment's fee, if its balance transaction exists and is expanded. */
function feeOf(charge: Stripe.Charge | null): Cents | null {
  const moved = charge?.balance_transaction;
  return typeof moved === 'object' && moved ? cents(moved.fee) : null;
}

/**
 * Converts a PaymentIntent. The card, the refunds, and the fee require an expanded
 * `latest_charge.balance_transaction`.
 */
export function paymentIntentView(intent: Stripe.PaymentIntent): PaymentIntentView {
  const status = paymentStatus(intent.status);
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const failed = intent.last_payment_error;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status,
    amountCents: cents(intent.amount),
    amountReceivedCents: cents(intent.amount_received),
    refundedCents: cents(charge?.amount_refunded ?? 0),
    feeCents: feeOf(charge),
    paidAt: status === 'succeeded' && charge ? charge.created * 1000 : null,
    customerId: idOf(intent.customer),
    appointmentId: intent.metadata[APPOINTMENT_FIELD] ?? null,
    chargeId: intent.metadata[CHARGE_FIELD] ?? null,
    paymentMethodId: idOf(intent.payment_method) ?? failed?.payment_method?.id ?? null,
    card: cardView(
      charge?.payment_method_details?.card ??
        methodOf(intent.payment_method)?.card ??
        failed?.payment_method?.card,
    ),
    refusal: status === 'succeeded' ? null : refusalOf(failed),
  };
}

/** Converts a refund. A cancelled refund counts as failed, and instants are in ms. */
export function refundView(refund: Stripe.Refund): RefundView {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    amountCents: cents(refund.amount),
    paymentIntentId: idOf(refund.payment_intent),
    key: refund.metadata?.[REFUND_KEY_FIELD] ?? null,
    failureReason: refund.failure_reason ?? null,
    createdAt: refund.created * 1000,
  };
}

/** Converts a saved card. Returns null for another kind of payment method. */
export function savedCard(method: Stripe.PaymentMethod): SavedCard | null {
  const card = cardView(method.card);
  return card && { ...card, paymentMethodId: method.id };
}

/** Converts an event to the ID and type of its object. Each is null if the event has none. */
export function paymentEvent(event: Stripe.Event): PaymentEvent {
  const object: unknown = event.data.object;
  const field = (name: 'id' | 'object') => {
    const value =
      typeof object === 'object' && object !== null
        ? (object as Record<string, unknown>)[name]
        : null;
    return typeof value === 'string' ? value : null;
  };
  return {
    id: event.id,
    type: event.type,
    createdAt: event.created * 1000,
    objectId: field('id'),
    objectType: field('object'),
  };
}
