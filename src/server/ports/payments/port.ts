import { DomainError } from '@/domain/errors';

/** A card as people recognise it. */
export type CardView = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** What a bank or Stripe said when it refused; `message` is a sentence for people. */
export type PaymentRefusal = { code: string; declineCode: string | null; message: string };

/** A SetupIntent: the saving of a card for later, with nothing due now. */
export type SetupIntentView = {
  id: string;
  clientSecret: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  customerId: string | null;
  /** From our own metadata; never trust the browser's word for it (D14). */
  appointmentId: string | null;
  paymentMethodId: string | null;
  card: CardView | null;
  refusal: PaymentRefusal | null;
};

/** A PaymentIntent: the one payment of one booking. Amounts in cents. */
export type PaymentIntentView = {
  id: string;
  clientSecret: string;
  /** `unconfirmed`: nothing was tried, or what was tried was refused (then `refusal` is set). */
  status: 'unconfirmed' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  amountReceivedCents: number;
  refundedCents: number;
  customerId: string | null;
  appointmentId: string | null;
  paymentMethodId: string | null;
  card: CardView | null;
  refusal: PaymentRefusal | null;
};

export type RefundView = {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amountCents: number;
  paymentIntentId: string | null;
  /** The key it was asked for with; null for one that was made at Stripe itself. */
  key: string | null;
  failureReason: string | null;
};

/** A saved card of a customer. */
export type SavedCard = CardView & { paymentMethodId: string };

/** A verified or listed event: only which object to look at again. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** ms since 1970 */
  createdAt: number;
  objectId: string | null;
  objectType: string | null;
};

/**
 * No reply, half a reply, 409, 429 or 5xx: what happened is unknown; retrieve before deciding. Any
 * call of the port may throw it.
 */
export class PaymentsUnreachable extends DomainError {
  override readonly name = 'PaymentsUnreachable';

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super('unavailable', 'The payment service did not answer. Please try again.', {
      cause: options.cause ?? new Error(reason),
    });
  }
}

/** Stripe understood and said no to the request itself (not to the card). */
export class PaymentsRejected extends Error {
  override readonly name = 'PaymentsRejected';
  constructor(
    message: string,
    readonly code: string | null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * Cards and charges, in our terms. Every call can be repeated: the keys make a repeated call return
 * the first result. A refused card is a value (`refusal`), never an exception.
 */
export type PaymentsPort = {
  /** The customer of a user or guest, made once (key `cus:{ownerKey}`). */
  ensureCustomer(input: {
    ownerKey: string;
    email?: string | null;
    name?: string | null;
    phone?: string | null;
  }): Promise<{ customerId: string }>;
  createSetupIntent(input: {
    appointmentId: string;
    customerId: string;
    /** A booking may need a second one, after a cancelled first. */
    attempt: number;
  }): Promise<SetupIntentView>;
  retrieveSetupIntent(id: string): Promise<SetupIntentView>;
  /** Quiet when it is cancelled or finished already. */
  cancelSetupIntent(id: string): Promise<void>;
  /**
   * Made unconfirmed, once per booking (key `pi:{appointmentId}`), so it moves no money. Asked again
   * with another card or amount it returns the one that exists, unchanged.
   */
  createPaymentIntent(input: {
    appointmentId: string;
    customerId: string;
    paymentMethodId: string | null;
    amountCents: number;
    description?: string;
  }): Promise<PaymentIntentView>;
  /**
   * Charges off-session (key `confirm:{appointmentId}:{attempt}`). A refused or unusable card comes
   * back as `unconfirmed` with `refusal`; an intent that is already paid comes back as it is.
   */
  confirmPaymentIntent(input: {
    paymentIntentId: string;
    appointmentId: string;
    attempt: number;
    paymentMethodId: string;
  }): Promise<PaymentIntentView>;
  retrievePaymentIntent(id: string): Promise<PaymentIntentView>;
  /** For recovery once idempotency keys have expired: what this booking already has. */
  findPaymentIntents(input: {
    customerId: string;
    appointmentId: string;
  }): Promise<PaymentIntentView[]>;
  /** Changes what is asked while nothing is paid; a paid or cancelled intent comes back unchanged. */
  updatePaymentIntentAmount(input: {
    paymentIntentId: string;
    amountCents: number;
  }): Promise<PaymentIntentView>;
  /** Comes back as it stands: look at `status`, for it may have been paid in the meantime. */
  cancelPaymentIntent(id: string): Promise<PaymentIntentView>;
  /**
   * Gives back part or all of a payment, once per `key` for good (the key is also kept with the
   * refund, so it holds after Stripe has forgotten it). Throws `PaymentsRejected` for more than is left.
   */
  refund(input: { paymentIntentId: string; amountCents: number; key: string }): Promise<RefundView>;
  retrieveRefund(id: string): Promise<RefundView>;
  /** All refunds of a payment, newest first, failed ones included. */
  listRefunds(paymentIntentId: string): Promise<RefundView[]>;
  /** The saved cards of a customer, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>;
  /** Forgets a card; quiet when it is forgotten already. */
  detachCard(paymentMethodId: string): Promise<void>;
  /** Null for a body that Stripe did not sign, or not within five minutes of `now` (ms). */
  verifyWebhook(rawBody: string, signature: string, now: number): Promise<PaymentEvent | null>;
  /** Events since an instant (ms), oldest first, for what never arrived. */
  listEvents(input: { since: number; types?: string[] }): Promise<PaymentEvent[]>;
};
