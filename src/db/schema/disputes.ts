import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { NO_CENTS } from '@/domain/money';
import type { DisputeStatus } from '@/domain/payment/dispute';
import { appointments } from './appointments';
import { cents, flag, id, instant } from './columns';

/** Payments that a cardholder disputes at their bank, as Stripe told of them last. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** Stripe's own. */
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Stripe's word for it, such as `fraudulent`. */
    reason: text('reason').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    /** What the bank has taken and not given back. */
    withdrawnCents: cents('withdrawn_cents').notNull(),
    /** What Stripe took for the dispute itself. */
    feeCents: cents('fee_cents').notNull().default(NO_CENTS),
    /** What it takes out of the revenue. */
    lostCents: cents('lost_cents').notNull(),
    /** The payment can be refunded all the same. */
    refundable: flag('refundable').notNull(),
    /** Until when the bank takes an answer. */
    dueBy: instant('due_by'),
    openedAt: instant('opened_at').notNull(),
    /** When the call to Stripe began whose answer stands here; an older answer changes nothing. */
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
