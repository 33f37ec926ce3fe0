import * as z from 'zod/mini';
import { blankIsNull, dollars, idSchema, inUnits, noteText, requestIdSchema } from '../fields';
import { type Cents, cents, formatDollars, parseDollars } from '../money';
import { MAX_CHARGE_CENTS } from './charge';

/** The states of a refund. A bank may send one back days after it counted as done. */
export const REFUND_STATES = [
  'due', // recorded, and not known to be with Stripe
  'pending', // Stripe has it and the bank has not decided
  'succeeded',
  'failed', // refused or sent back: the money stayed here
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const FOLLOWS: Record<RefundState, readonly RefundState[]> = {
  due: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** True when a refund may go from one state to the other; only forward. */
export function isRefundTransition(from: RefundState, to: RefundState): boolean {
  return FOLLOWS[from].includes(to);
}

/** States in which the money has left us: what the figures subtract. */
export const REFUNDED_STATES: readonly RefundState[] = ['pending', 'succeeded'];

/** Dollars as typed; blank or left out is null: all that is left. */
const amount = z._default(
  blankIsNull(
    dollars('Please enter an amount such as 12.50.', { least: cents(1), most: MAX_CHARGE_CENTS }),
  ),
  null,
);

/** How the ids of refunds begin that a correction made; those of people may not. */
export const CORRECTION = 'correction:';

/** A refund by staff. `requestId` is one per click: the same again is the same refund. */
export const refundBody = z.object({
  id: idSchema,
  amount,
  reason: z._default(noteText, ''),
  requestId: requestIdSchema.check(
    z.refine((id) => !id.startsWith(CORRECTION), {
      error: `Please send a request id that does not begin with “${CORRECTION}”.`,
    }),
  ),
});
export const refundSchema = inUnits(refundBody);
export type RefundInput = z.infer<typeof refundSchema>;

/**
 * A refund as staff type it while `left` cents can be given back: a part of it, from one cent on, or
 * null for all of it. The server checks the amount again.
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
 * Cash handed over, all that is left or a part; a note says what is worth knowing of it. `requestId` is
 * one per click: a part that is sent again must not count twice.
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
      error: 'A part of the amount needs a request id.',
      path: ['requestId'],
    }),
  ),
);
/** Cash as staff type it while `left` cents are to be paid. */
export const cashUpTo = (left: Cents) => z.extend(cash, { amount: amountUpTo(left) });
export type CashInput = z.infer<typeof cashSchema>;
