import { DomainError } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import type { DisputeStatus } from '@/domain/payment/dispute';

/** A card as people recognise it. */
export type CardView = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for the same number, whenever it is typed; null where Stripe does not tell. */
  fingerprint: string | null;
};

/** The refusal of a bank or of Stripe; `message` is a sentence for people. */
export type PaymentRefusal = { code: string; declineCode: string | null; message: string };

/** A SetupIntent: the saving of a card for later, with nothing due now. */
export type SetupIntentView = {
  id: string;
  clientSecret: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  customerId: string | null;
  /** From our own metadata: the browser's word is never trusted. */
  appointmentId: string | null;
  paymentMethodId: string | null;
  card: CardView | null;
  refusal: PaymentRefusal | null;
  /** The last card that was typed for it: Stripe's id of the attempt. */
  attemptId: string | null;
};

/** A PaymentIntent: the payment of one charge. A charge gets another one only after a cancelled one. */
export type PaymentIntentView = {
  id: string;
  clientSecret: string;
  /** `unconfirmed`: no attempt so far, or a refused one (then `refusal` is set). */
  status: 'unconfirmed' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amountCents: Cents;
  amountReceivedCents: Cents;
  refundedCents: Cents;
  /** What Stripe keeps of it; null before Stripe has worked it out. */
  feeCents: Cents | null;
  /** When the money was taken (ms); null where none was. */
  paidAt: number | null;
  customerId: string | null;
  appointmentId: string | null;
  /** Null for a PaymentIntent from before charges had ids at Stripe. */
  chargeId: string | null;
  paymentMethodId: string | null;
  card: CardView | null;
  refusal: PaymentRefusal | null;
};

export type RefundView = {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amountCents: Cents;
  paymentIntentId: string | null;
  /** The key of the request; null for a refund made at Stripe itself. */
  key: string | null;
  failureReason: string | null;
  /** ms since 1970 */
  createdAt: number;
};

/** A payment that its cardholder disputes. */
export type DisputeView = {
  id: string;
  paymentIntentId: string | null;
  amountCents: Cents;
  /** Stripe's word for it, such as `fraudulent`. */
  reason: string;
  status: DisputeStatus;
  /** What the bank has taken and not given back. */
  withdrawnCents: Cents;
  feeCents: Cents;
  /** When the bank last took or returned money (ms); null where it did neither. */
  movedAt: number | null;
  /** The payment can be refunded all the same. */
  refundable: boolean;
  /** Until when the bank takes an answer (ms). */
  dueBy: number | null;
  /** ms since 1970 */
  openedAt: number;
};

/** A saved card of a customer. */
export type SavedCard = CardView & { paymentMethodId: string };

/** Where a customer stands at Stripe. `unknown`: this account of Stripe never had it. */
export type CustomerState = 'here' | 'deleted' | 'unknown';

/** A payment method as Stripe has it now; one without a customer can never be charged again. */
export type KeptCard = { customerId: string | null; card: CardView | null };

/** A verified or listed event. It only tells which object to retrieve again. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** ms since 1970 */
  createdAt: number;
  objectId: string | null;
  objectType: string | null;
};

/**
 * No reply, half a reply, 409, 429 or 5xx: the outcome is unknown, so retrieve before deciding. Any
 * call of the port may throw this.
 */
export class PaymentsUnreachable extends DomainError {
  override readonly name = 'PaymentsUnreachable';

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super('unavailable', 'The payment service did not answer. Please try again.', {
      cause: options.cause ?? new Error(reason),
    });
  }
}

/**
 * Stripe refused the request itself, not the card: something of ours is wrong, and it says nothing
 * of the card. Any call of the port may throw this. `message` and `code` are Stripe's own, for
 * staff.
 */
export class PaymentsRejected extends Error {
  override readonly name = 'PaymentsRejected';
  /** The same request would be refused with a working key as well: it will never succeed. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    readonly code: string | null,
    options: { cause?: unknown; isFinal?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.isFinal = options.isFinal ?? false;
  }
}

/** Stripe has no object that a request named: it was deleted, or another account has it. */
export const isMissing = (error: unknown): error is PaymentsRejected =>
  error instanceof PaymentsRejected && error.code === 'resource_missing';

/**
 * Cards and charges, in our terms. Every call can be repeated: the keys make a repeated call return
 * the first result. A refused card is a value (`refusal`), never an exception.
 */
export type PaymentsPort = {
  /**
   * The customer of a user or guest, made once (key `cus:{ownerKey}`), and once in place of each that was
   * deleted at Stripe (key `cus:{ownerKey}:after:{replaces}`).
   */
  ensureCustomer(input: {
    ownerKey: string;
    /** The deleted customer; left out for the first one. */
    replaces?: string | null;
    email?: string | null;
    name?: string | null;
    phone?: string | null;
  }): Promise<{ customerId: string }>;
  /**
   * Deletes a customer with its saved cards; payments and refunds stay. Deleting it twice is harmless.
   * Throws `PaymentsRejected` for one that was never there.
   */
  deleteCustomer(customerId: string): Promise<void>;
  findCustomer(customerId: string): Promise<CustomerState>;
  createSetupIntent(input: {
    appointmentId: string;
    customerId: string;
    /** An appointment may need a second SetupIntent, after a cancelled first. */
    attempt: number;
  }): Promise<SetupIntentView>;
  retrieveSetupIntent(id: string): Promise<SetupIntentView>;
  /** Cancelling a SetupIntent that has ended is harmless. */
  cancelSetupIntent(id: string): Promise<void>;
  /**
   * Makes it unconfirmed, once for a charge (key `pi:{chargeId}`) and once in place of each that was
   * cancelled (key `pi:{chargeId}:after:{replaces}`), so it moves no money. Repeated with another card
   * or amount, it returns the existing one unchanged.
   */
  createPaymentIntent(input: {
    appointmentId: string;
    chargeId: string;
    /** The charge's cancelled PaymentIntent; left out for its first one. */
    replaces?: string | null;
    customerId: string;
    paymentMethodId: string | null;
    amountCents: Cents;
    description?: string;
  }): Promise<PaymentIntentView>;
  /**
   * Charges off-session (key `confirm:{chargeId}:{attempt}`). A refused or unusable card comes
   * back as `unconfirmed` with `refusal`; an intent that is already paid comes back as it is.
   */
  confirmPaymentIntent(input: {
    paymentIntentId: string;
    chargeId: string;
    attempt: number;
    paymentMethodId: string;
  }): Promise<PaymentIntentView>;
  retrievePaymentIntent(id: string): Promise<PaymentIntentView>;
  /** The PaymentIntents of an appointment: for recovery once the idempotency keys have expired. */
  findPaymentIntents(input: {
    customerId: string;
    appointmentId: string;
  }): Promise<PaymentIntentView[]>;
  /** Changes an unpaid amount; a paid or cancelled PaymentIntent comes back unchanged. */
  updatePaymentIntentAmount(input: {
    paymentIntentId: string;
    amountCents: Cents;
  }): Promise<PaymentIntentView>;
  /** Cancels an unpaid PaymentIntent. Look at `status`: it may have been paid meanwhile. */
  cancelPaymentIntent(id: string): Promise<PaymentIntentView>;
  /**
   * Refunds part or all of a payment, once for each `key`: the refund keeps the key, so this holds
   * after Stripe has forgotten it. Throws `PaymentsRejected` for more than is left.
   */
  refund(input: { paymentIntentId: string; amountCents: Cents; key: string }): Promise<RefundView>;
  retrieveRefund(id: string): Promise<RefundView>;
  /** All refunds of a payment, newest first, failed ones included. */
  listRefunds(paymentIntentId: string): Promise<RefundView[]>;
  retrieveDispute(id: string): Promise<DisputeView>;
  /** The disputes opened since an instant (ms), oldest first. */
  listDisputes(input: { since: number }): Promise<DisputeView[]>;
  /** The saved cards of a customer, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>;
  /** One saved card; null for one that this account of Stripe never had. */
  findCard(paymentMethodId: string): Promise<KeptCard | null>;
  /** Detaches a saved card. Detaching it twice is harmless. */
  detachCard(paymentMethodId: string): Promise<void>;
  /** The event of a signed body; null unless Stripe signed it within five minutes of `now`. */
  verifyWebhook(rawBody: string, signature: string, now: number): Promise<PaymentEvent | null>;
  /** The events since an instant, oldest first: for webhooks that never arrived. */
  listEvents(input: { since: number; types?: string[] }): Promise<PaymentEvent[]>;
};
