import { DomainError } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import type { DisputeStatus } from '@/domain/payment/dispute';

/** A card as people recognize it. */
export type CardView = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Always the same for a card number. Null if Stripe doesn't provide it. */
  fingerprint: string | null;
};

/** A refusal by a bank or by Stripe. `message` is a sentence for people. */
export type PaymentRefusal = { code: string; declineCode: string | null; message: string };

/** A SetupIntent saves a card for later, with nothing due now. */
export type SetupIntentView = {
  id: string;
  clientSecret: string;
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  customerId: string | null;
  /** From our own metadata, because data from the browser isn't trusted. */
  appointmentId: string | null;
  /** The account to which a card is added without an appointment. Also from our own metadata. */
  accountId: string | null;
  paymentMethodId: string | null;
  card: CardView | null;
  refusal: PaymentRefusal | null;
  /** Stripe's ID of the latest attempt to save a card. */
  attemptId: string | null;
};

/** The owner of a saved card: an appointment, or an account without one. */
export type SetupOwner = { appointmentId: string } | { accountId: string };

/**
 * A PaymentIntent pays one charge. A charge only gets another one if its PaymentIntent was
 * cancelled.
 */
export type PaymentIntentView = {
  id: string;
  clientSecret: string;
  /** `unconfirmed`: no attempt yet, or a refused one (then `refusal` is set). */
  status: 'unconfirmed' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amountCents: Cents;
  amountReceivedCents: Cents;
  refundedCents: Cents;
  /** Stripe's fee. Null until Stripe has calculated it. */
  feeCents: Cents | null;
  /** The time at which the PaymentIntent was paid (ms). Null if it wasn't. */
  paidAt: number | null;
  customerId: string | null;
  appointmentId: string | null;
  /** Null for a PaymentIntent from an older version, which stored no charge ID. */
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
  /** The request's key. Null for a refund made in Stripe. */
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
  /** Stripe's reason, such as `fraudulent`. */
  reason: string;
  status: DisputeStatus;
  /** The amount that the bank has withdrawn and not returned. */
  withdrawnCents: Cents;
  feeCents: Cents;
  /** When the bank last withdrew or returned money (ms). Null if it never did. */
  movedAt: number | null;
  /** Whether the payment can still be refunded. */
  refundable: boolean;
  /** The bank's deadline for a response (ms). */
  dueBy: number | null;
  /** ms since 1970 */
  openedAt: number;
};

/** A customer's saved card. */
export type SavedCard = CardView & { paymentMethodId: string };

/** A customer's state at Stripe. `unknown` means that this Stripe account never had it. */
export type CustomerState = 'here' | 'deleted' | 'unknown';

/**
 * A payment method's current state at Stripe. Without a customer, it can never be charged again.
 */
export type KeptCard = { customerId: string | null; card: CardView | null };

/** A verified or listed event. It only names the object to retrieve again. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** ms since 1970 */
  createdAt: number;
  objectId: string | null;
  objectType: string | null;
};

/**
 * No answer, half an answer, 409, 429, or 5xx: the outcome is unknown, so retrieve the object
 * before deciding. Any call of the port may throw this.
 */
export class PaymentsUnreachable extends DomainError {
  override readonly name = 'PaymentsUnreachable';

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super('unavailable', 'The payment service didn’t answer. Try again.', {
      cause: options.cause ?? new Error(reason),
    });
  }
}

/**
 * Stripe refused the request because of us, not because of the card. Any call of the port may throw
 * this. `message` and `code` come from Stripe and are meant for staff.
 */
export class PaymentsRejected extends Error {
  override readonly name = 'PaymentsRejected';
  /** True if the request can't succeed even with a working API key. */
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

/** Stripe has no object with that ID, because it was deleted or belongs to another account. */
export const isMissing = (error: unknown): error is PaymentsRejected =>
  error instanceof PaymentsRejected && error.code === 'resource_missing';

/**
 * Cards and charges in our terms. Every call can be repeated, because the keys make a repeated call
 * return the first result. A refused card is a value (`refusal`), never an exception.
 */
export type PaymentsPort = {
  /**
   * Returns the customer of a user or guest. It's created once (key `cus:{ownerKey}`), and once
   * more for each customer that was deleted at Stripe (key `cus:{ownerKey}:after:{replaces}`).
   */
  ensureCustomer(input: {
    ownerKey: string;
    /** The deleted customer. Omitted for the first one. */
    replaces?: string | null;
    email?: string | null;
    name?: string | null;
    phone?: string | null;
  }): Promise<{ customerId: string }>;
  /**
   * Deletes a customer and its saved cards, but not its payments and refunds. Deleting it twice is
   * harmless. @throws PaymentsRejected if it never existed
   */
  deleteCustomer(customerId: string): Promise<void>;
  findCustomer(customerId: string): Promise<CustomerState>;
  createSetupIntent(
    input: SetupOwner & {
      customerId: string;
      /** An appointment may need a second SetupIntent after a cancelled first one. */
      attempt: number;
    },
  ): Promise<SetupIntentView>;
  retrieveSetupIntent(id: string): Promise<SetupIntentView>;
  /** Cancels a SetupIntent. Does nothing if it has ended. */
  cancelSetupIntent(id: string): Promise<void>;
  /**
   * Creates an unconfirmed PaymentIntent, which moves no money. It's created once per charge (key
   * `pi:{chargeId}`), and once more for each cancelled one (key `pi:{chargeId}:after:{replaces}`).
   * A repeat with another card or amount returns the existing one unchanged.
   */
  createPaymentIntent(input: {
    appointmentId: string;
    chargeId: string;
    /** The charge's cancelled PaymentIntent. Omitted for the first one. */
    replaces?: string | null;
    customerId: string;
    paymentMethodId: string | null;
    amountCents: Cents;
    description?: string;
  }): Promise<PaymentIntentView>;
  /**
   * Charges the saved card (key `confirm:{chargeId}:{attempt}`). The customer isn't present. If the
   * card is refused or can't be used, the result is `unconfirmed` with `refusal`. A paid intent is
   * returned unchanged.
   */
  confirmPaymentIntent(input: {
    paymentIntentId: string;
    chargeId: string;
    attempt: number;
    paymentMethodId: string;
  }): Promise<PaymentIntentView>;
  retrievePaymentIntent(id: string): Promise<PaymentIntentView>;
  /**
   * Returns an appointment's PaymentIntents, for recovery after the idempotency keys have expired.
   */
  findPaymentIntents(input: {
    customerId: string;
    appointmentId: string;
  }): Promise<PaymentIntentView[]>;
  /** Changes an unpaid amount. A paid or cancelled PaymentIntent is returned unchanged. */
  updatePaymentIntentAmount(input: {
    paymentIntentId: string;
    amountCents: Cents;
  }): Promise<PaymentIntentView>;
  /** Cancels an unpaid PaymentIntent. Check `status`, because it may have been paid before. */
  cancelPaymentIntent(id: string): Promise<PaymentIntentView>;
  /**
   * Refunds part or all of a payment, once per `key`. The refund stores the key, so this is true
   * even after Stripe has forgotten it. @throws PaymentsRejected for more than the rest
   */
  refund(input: { paymentIntentId: string; amountCents: Cents; key: string }): Promise<RefundView>;
  retrieveRefund(id: string): Promise<RefundView>;
  /** Returns all refunds of a payment, newest first, including failed ones. */
  listRefunds(paymentIntentId: string): Promise<RefundView[]>;
  retrieveDispute(id: string): Promise<DisputeView>;
  /** Returns the disputes opened since an instant (ms), oldest first. */
  listDisputes(input: { since: number }): Promise<DisputeView[]>;
  /** Returns a customer's saved cards, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>;
  /** Returns a saved card, or null if this Stripe account never had it. */
  findCard(paymentMethodId: string): Promise<KeptCard | null>;
  /** Detaches a saved card. Detaching it twice is harmless. */
  detachCard(paymentMethodId: string): Promise<void>;
  /** Returns the event of a signed body. Null unless Stripe signed it within 5 minutes of `now`. */
  verifyWebhook(rawBody: string, signature: string, now: number): Promise<PaymentEvent | null>;
  /** Returns the events since an instant, oldest first, to replace webhooks that never arrived. */
  listEvents(input: { since: number; types?: string[] }): Promise<PaymentEvent[]>;
};
