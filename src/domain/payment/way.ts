import type { AccountPaymentWay } from '../account/house-account';
import type { ChargeState } from './charge';

/** How a settled charge was paid. Refunds are made in the same way. */
export type PaymentWay = 'card' | AccountPaymentWay;

/** The ways in sentences: "$42.10 paid by check". */
export const PAYMENT_WAY_TEXTS = {
  card: 'by card',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by bank transfer',
} as const satisfies Record<PaymentWay, string>;

/** Charges that no card paid have the state `cash`. Those of a house account also have their way. */
export const paymentWayOf = (charge: {
  state: ChargeState;
  paidBy?: AccountPaymentWay | null;
}): PaymentWay => (charge.state === 'cash' ? (charge.paidBy ?? 'cash') : 'card');
