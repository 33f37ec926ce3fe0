import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { NO_CENTS } from '@/domain/money';
import type { DisputeStatus } from '@/domain/payment/dispute';
import { appointments } from './appointments';
import { cents, flag, id, instant } from './columns';

/** Payments that a cardholder disputes at their bank, in the latest state from Stripe. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** Stripe's ID. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Stripe's reason, such as `fraudulent`. */
    reason: text('reason').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    /** Amount that the bank withdrew and hasn't returned. */
    withdrawnCents: cents('withdrawn_cents').notNull(),
    /** Stripe's fee for the dispute. */
    feeCents: cents('fee_cents').notNull().default(NO_CENTS),
    /** The amount that the dispute removes from revenue. */
    lostCents: cents('lost_cents').notNull(),
    /** True if the payment can still be refunded. */
    refundable: flag('refundable').notNull(),
    /** The bank's deadline for a response. */
    dueBy: instant('due_by'),
    openedAt: instant('opened_at').notNull(),
    /**
     * When the call to Stripe that returned this state began. Answers to earlier calls are ignored.
     */
    askedAt: instant('asked_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('disputes_appointment').on(t.appointmentId),
    index('disputes_payment_intent').on(t.paymentIntentId),
    index('disputes_status').on(t.status, t.dueBy),
    index('disputes_asked').on(t.askedAt),
  ],
);
