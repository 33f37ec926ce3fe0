import type Stripe from 'stripe';
import { idOf } from './context';
import { withdrawnOf } from './dispute-moves';
import type { Store } from './store';

/** The money of a PaymentIntent, in cents. */
export interface LedgerLine {
  paymentIntent: string;
  appointmentId: string | null;
  /** The ID of the app's charge that it pays. */
  chargeId: string | null;
  customer: string | null;
  status: string;
  amount: number;
  /** The number of successful charges, which is at most one. */
  charges: number;
  charged: number;
  declines: number;
  /** The sum of refunds that haven't failed. */
  refunded: number;
  /** The amount that banks withdrew in disputes and haven't returned. */
  disputed: number;
}

export interface Ledger {
  lines: LedgerLine[];
  totals: { paymentIntents: number; charges: number; charged: number; refunded: number };
  /** The app's charges (or appointments, if it named none) that were paid more than once. */
  doubleCharged: string[];
}

/** Adds up the stored charges and refunds, to compare them with the app's books. */
export function ledgerOf(store: Store): Ledger {
  const all = 1_000_000;
  const lines = new Map<string, LedgerLine>();
  for (const intent of store.list('payment_intent', { limit: all }).data.reverse()) {
    lines.set(intent.id, {
      paymentIntent: intent.id,
      appointmentId: intent.metadata.appointment_id ?? null,
      chargeId: intent.metadata.charge_id ?? null,
      customer: idOf(intent.customer),
      status: intent.status,
      amount: intent.amount,
      charges: 0,
      charged: 0,
      declines: 0,
      refunded: 0,
      disputed: 0,
    });
  }
  const lineOf = (object: Stripe.Charge | Stripe.Refund | Stripe.Dispute) =>
    lines.get(idOf(object.payment_intent) ?? '');
  for (const charge of store.list('charge', { limit: all }).data) {
    const line = lineOf(charge);
    if (!line) continue;
    if (charge.status === 'succeeded') {
      line.charges += 1;
      line.charged += charge.amount_captured;
    } else {
      line.declines += 1;
    }
  }
  for (const refund of store.list('refund', { limit: all }).data) {
    const line = lineOf(refund);
    if (line && (refund.status === 'succeeded' || refund.status === 'pending'))
      line.refunded += refund.amount;
  }
  for (const dispute of store.list('dispute', { limit: all }).data) {
    const line = lineOf(dispute);
    if (line) line.disputed += withdrawnOf(dispute);
  }
  const chargesByOwner = new Map<string, number>();
  const totals = { paymentIntents: lines.size, charges: 0, charged: 0, refunded: 0 };
  for (const line of lines.values()) {
    totals.charges += line.charges;
    totals.charged += line.charged;
    totals.refunded += line.refunded;
    const owner = line.chargeId ?? line.appointmentId ?? line.paymentIntent;
    chargesByOwner.set(owner, (chargesByOwner.get(owner) ?? 0) + line.charges);
  }
  return {
    lines: [...lines.values()],
    totals,
    doubleCharged: [...chargesByOwner].filter(([, count]) => count > 1).map(([owner]) => owner),
  };
}
