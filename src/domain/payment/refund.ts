import * as z from 'zod/mini';
import { blankIsNull, dollars, idSchema, inUnits, noteText, requestIdSchema } from '../fields';
import { type Cents, cents, formatDollars, parseDollars } from '../money';
import { MAX_CHARGE_CENTS } from './charge';

/** The states of a refund. A bank may return a refund days after it succeeded. */
export const REFUND_STATES = [
  'due', // Recorded, but not known to be at Stripe.
  'pending', // Stripe has it, but the bank hasn't decided.
  'succeeded',
  'failed', // Refused or returned, so we still have the money.
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const FOLLOWS: Record<RefundState, readonly RefundState[]> = {
  due: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** True if a refund may change from one state to another, always forward. */
export function isRefundTransition(from: RefundState, to: RefundState): boolean {
  return FOLLOWS[from].includes(to);
}

/** States in which the money has left us. Figures subtract these refunds. */
export const REFUNDED_STATES: readonly RefundState[] = ['pending', 'succeeded'];

/** Dollars as typed. If blank or omitted, the whole remaining amount is refunded. */
const amount = z._default(
  blankIsNull(
    dollars('Please enter an amount such as 12.50.', { least: cents(1), most: MAX_CHARGE_CENTS }),
  ),
  null,
);

/**
 * The prefix of request IDs of refunds made by corrections. People's request IDs may not start with
 * it.
 */
export const CORRECTION = 'correction:';

/**
 * A refund by staff. Each press of the button creates one `requestId`, so repeating it doesn't
 * refund twice.
 */
export const refundBody = z.object({
  id: idSchema,
  amount,
  reason: z._default(noteText, ''),
  requestId: requestIdSchema.check(
    z.refine((id) => !id.startsWith(CORRECTION), {
      error: `Please send a request ID that doesn’t start with “${CORRECTION}”.`,
    }),
  ),
});
export const refundSchema = inUnits(refundBody);
export type RefundInput = z.infer<typeof refundSchema>;

/**
 * A refund in the staff form: an amount from 1 cent to `left` cents, or null for everything that's
 * left. The server checks the amount again.
 */
export const refundUpTo = (left: Cents) =>
  z.extend(refundBody, { amount: z.nullable(amountUpTo(left)) });

const amountUpTo = (left: Cents) =>
  z.string().check(
    z.refine((typed) => isWithin(left, parseDollars(typed)), {
      error: `Please enter an amount from $0.01 to ${formatDollars(left)}.`,
    }),
  );

const isWithin = (left: Cents, amount: Cents | null) =>
  amount !== null && amount > 0 && amount <= left;

/**
 * A cash payment of the balance or a part of it, with an optional note. Each press of the button
 * creates one `requestId`, so a repeated partial payment doesn't count twice.
 */
const cash = z.object({
  id: idSchema,
  amount,
  note: z._default(noteText, ''),
  requestId: z.optional(requestIdSchema),
});
export const cashSchema = inUnits(
  cash.check(
    z.refine(({ amount, requestId }) => amount === null || requestId !== undefined, {
      error: 'A partial amount needs a request ID.',
      path: ['requestId'],
    }),
  ),
);
/** A cash payment in the staff form, with a balance of `left` cents. */
export const cashUpTo = (left: Cents) => z.extend(cash, { amount: amountUpTo(left) });
export type CashInput = z.infer<typeof cashSchema>;
