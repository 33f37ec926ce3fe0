import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { NO_CENTS } from '@/domain/money';
import type { ChargeKind, ChargeState } from '@/domain/payment/charge';
import type { RefundState } from '@/domain/payment/refund';
import type { Quote } from '@/domain/pricing/quote';
import { appointments } from './appointments';
import { cents, id, instant } from './columns';

/**
 * What is owed for an appointment: its completion, and one more for each correction that raised the
 * total. At most one of them can be paid at a time.
 */
export const charges = sqliteTable(
  'charges',
  {
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    kind: text('kind').$type<ChargeKind>().notNull().default('delivery'),
    /** Counts the charges of an appointment from 1. */
    sequence: integer('sequence').notNull().default(1),
    amountCents: cents('amount_cents').notNull(),
    /** What came in once it is settled; null where that is the amount, and before. */
    receivedCents: cents('received_cents'),
    /** What it is made of, frozen when it is written. */
    lines: text('lines', { mode: 'json' }).$type<Quote['lines']>().notNull(),
    state: text('state').$type<ChargeState>().notNull(),
    /** Confirmation attempts begun; part of the idempotency key of each. */
    attempt: integer('attempt').notNull().default(0),
    paymentIntentId: text('payment_intent_id').unique(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    refundedCents: cents('refunded_cents').notNull().default(NO_CENTS),
    /** What Stripe kept of the payment; null until it says so. */
    feeCents: cents('fee_cents'),
    /** Since when Stripe owes an answer; null once it answered. */
    unansweredSince: instant('unanswered_since'),
    /** When the sweeper should look again; a worker that takes it moves this on first. */
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
    // What waits for money, by its age; what is paid leaves it.
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

/** Payments at Stripe that belong to no charge, as they stood when Stripe was last asked. */
export const strayPayments = sqliteTable(
  'stray_payments',
  {
    /** The PaymentIntent's. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    receivedCents: cents('received_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull(),
    /** What Stripe kept of it; null until it says so. */
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
 * What Stripe refused as a request, one row for each subject: a charge, a refund, or the account of the
 * business. A row stands until `endedAt`; it is never deleted, so `count` is of all time.
 */
export const paymentTroubles = sqliteTable(
  'payment_troubles',
  {
    /** `account`, or `charge:` or `refund:` and an id. */
    id: id(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** Stripe's own sentence, for staff. */
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

/** Events of Stripe already acted upon; the id is unique, so a repeated one changes nothing. */
export const stripeEvents = sqliteTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
});

/** Cards that were typed for appointments, so that they can be limited: counts, and no card. */
export const cardTries = sqliteTable(
  'card_tries',
  {
    /** The appointment and the number of its SetupIntent; an event's id for a further card on one. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    account: text('account'),
    /** Signatures: neither is kept. */
    phone: text('phone'),
    address: text('address'),
    at: instant('at').notNull(),
    declinedAt: instant('declined_at'),
    /** When the appointment was kept with it: a card that was saved was no guess. */
    savedAt: instant('saved_at'),
    /** Stripe's event of the decline. */
    declineEvent: text('decline_event').unique(),
  },
  (t) => [
    index('card_tries_appointment').on(t.appointmentId),
    index('card_tries_at').on(t.at),
    // A day of an account and of a phone number is read, and not a day of all people.
    index('card_tries_account').on(t.account, t.at),
    index('card_tries_phone').on(t.phone, t.at),
  ],
);
