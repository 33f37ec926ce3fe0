import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AccountPaymentWay } from '@/domain/account/house-account';
import { NO_CENTS } from '@/domain/money';
import type { ChargeKind, ChargeState } from '@/domain/payment/charge';
import type { RefundState } from '@/domain/payment/refund';
import type { Quote } from '@/domain/pricing/quote';
import { appointments } from './appointments';
import { cents, id, instant } from './columns';

/**
 * The charges of an appointment: one for its completion, and one for each correction that raised
 * the total. Only one can be payable at a time.
 */
export const charges = sqliteTable(
  'charges',
  {
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    kind: text('kind').$type<ChargeKind>().notNull().default('delivery'),
    /** Counts an appointment's charges from 1. */
    sequence: integer('sequence').notNull().default(1),
    amountCents: cents('amount_cents').notNull(),
    /**
     * The amount received, if it differs from the charge's amount. Null otherwise, and until the
     * charge is settled.
     */
    receivedCents: cents('received_cents'),
    /** The charge's price lines, which are fixed when it's created. */
    lines: text('lines', { mode: 'json' }).$type<Quote['lines']>().notNull(),
    state: text('state').$type<ChargeState>().notNull(),
    /** Number of confirmation attempts, which is part of each one's idempotency key. */
    attempt: integer('attempt').notNull().default(0),
    paymentIntentId: text('payment_intent_id').unique(),
    /** How the house account paid it. Null for cards and a driver's cash. */
    paidBy: text('paid_by').$type<AccountPaymentWay>(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    refundedCents: cents('refunded_cents').notNull().default(NO_CENTS),
    /** Stripe's fee for the payment. Null until Stripe reports it. */
    feeCents: cents('fee_cents'),
    /** The time from which Stripe's answer is overdue, or null once Stripe has answered. */
    unansweredSince: instant('unanswered_since'),
    /**
     * Time of the sweeper's next attempt. A worker that claims the charge first postpones this
     * time.
     */
    nextAttemptAt: instant('next_attempt_at'),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('charges_sequence').on(t.appointmentId, t.sequence),
    uniqueIndex('charges_payable')
      .on(t.appointmentId)
      .where(sql`${t.state} not in ('succeeded', 'cash', 'held')`),
    index('charges_state').on(t.state, t.nextAttemptAt),
    // Open payments by age. A paid charge leaves the index.
    index('charges_open')
      .on(t.state, t.createdAt, t.amountCents, t.errorCode)
      .where(sql`${t.state} not in ('succeeded', 'cash')`),
    index('charges_updated').on(t.updatedAt),
  ],
);

export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    chargeId: text('charge_id')
      .notNull()
      .references(() => charges.id),
    stripeRefundId: text('stripe_refund_id').unique(),
    amountCents: cents('amount_cents').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    reason: text('reason'),
    errorMessage: text('error_message'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('refunds_charge').on(t.chargeId),
    index('refunds_state').on(t.state),
    index('refunds_updated').on(t.updatedAt),
  ],
);

/** Payments at Stripe without a charge, in the latest state from Stripe. */
export const strayPayments = sqliteTable(
  'stray_payments',
  {
    /** The PaymentIntent's ID. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    receivedCents: cents('received_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull(),
    /** Stripe's fee. Null until Stripe reports it. */
    feeCents: cents('fee_cents'),
    paidAt: instant('paid_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('stray_payments_appointment').on(t.appointmentId),
    index('stray_payments_updated').on(t.updatedAt),
  ],
);

/**
 * Requests that Stripe refuses, one row per subject: a charge, a refund, or the business's account.
 * A trouble is current until `endedAt`. Rows are never deleted, so `count` includes earlier
 * troubles.
 */
export const paymentTroubles = sqliteTable(
  'payment_troubles',
  {
    /** `account`, or `charge:` or `refund:` with an ID. */
    id: id(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** Stripe's own message, for staff. */
    reason: text('reason').notNull(),
    count: integer('count').notNull().default(1),
    since: instant('since').notNull(),
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('payment_troubles_standing').on(t.endedAt, t.since),
    index('payment_troubles_appointment').on(t.appointmentId),
  ],
);

/** Stripe events that were handled. The ID is unique, so a repeated event changes nothing. */
export const stripeEvents = sqliteTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
});

/** Attempts to save a card, in order to limit them. No card data is stored. */
export const cardTries = sqliteTable(
  'card_tries',
  {
    /** The appointment's ID and the attempt. For each further card that Stripe declined, the event's ID. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    account: text('account'),
    /** Fingerprints, because neither value is stored. */
    phone: text('phone'),
    address: text('address'),
    at: instant('at').notNull(),
    declinedAt: instant('declined_at'),
    /** Time the card was saved. A saved card doesn't count as a guess. */
    savedAt: instant('saved_at'),
    /** Stripe's event for the decline. */
    declineEvent: text('decline_event').unique(),
  },
  (t) => [
    index('card_tries_appointment').on(t.appointmentId),
    index('card_tries_at').on(t.at),
    // With these two indexes, a limit reads only one account's or one phone number's tries of a
    // day.
    index('card_tries_account').on(t.account, t.at),
    index('card_tries_phone').on(t.phone, t.at),
  ],
);

/**
 * Attempts to add a card to an account without an appointment. They're limited together with
 * `cardTries`, whose rows belong to an appointment each.
 */
export const accountCardTries = sqliteTable(
  'account_card_tries',
  {
    /** The account's ID and the attempt. For each further card that Stripe declined, the event's ID. */
    id: id(),
    account: text('account').notNull(),
    /** Counts the account's SetupIntents, which is part of each one's idempotency key. */
    attempt: integer('attempt').notNull(),
    setupIntentId: text('setup_intent_id').notNull(),
    /** The sentences on the form, as they were shown last. */
    terms: text('terms', { mode: 'json' }).$type<string[]>().notNull(),
    /** Fingerprints, because neither value is stored. */
    phone: text('phone'),
    address: text('address'),
    at: instant('at').notNull(),
    declinedAt: instant('declined_at'),
    savedAt: instant('saved_at'),
    /** Stripe's event for the decline. */
    declineEvent: text('decline_event').unique(),
  },
  (t) => [
    index('account_card_tries_setup').on(t.setupIntentId),
    index('account_card_tries_at').on(t.at),
    index('account_card_tries_account').on(t.account, t.at),
    index('account_card_tries_phone').on(t.phone, t.at),
  ],
);
