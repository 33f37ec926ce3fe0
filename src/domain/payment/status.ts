/** The payment states of an appointment, with the names in the API. */
export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'paid',
  'failed',
  'partly_refunded',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_METHODS = ['cash', 'card', 'paypal', 'invoice'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
