import * as z from 'zod/mini';
import { idSchema, text } from '../booking/schemas';
import { parseDollars } from '../money';

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

/** States from which `to` may be reached; what a compare-and-set accepts. */
export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => FOLLOWS[from].includes(to));
}

/** States in which the money has left us: what the figures subtract. */
export const REFUNDED_STATES: readonly RefundState[] = ['pending', 'succeeded'];

const AMOUNT = 'Please enter an amount such as 12.50.';

/** Dollars as typed, in cents; blank or left out is null: all that is left. */
const refundAmount = z._default(
  z.pipe(
    z.transform((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(
      z.pipe(
        z.union([z.number(), z.string()], AMOUNT),
        z.transform((value, ctx) => {
          const cents = parseDollars(value);
          if (!cents) {
            ctx.issues.push({ code: 'custom', input: value, message: AMOUNT });
            return z.NEVER;
          }
          return cents;
        }),
      ),
    ),
  ),
  null,
);

/** A refund as staff ask for it. `requestId` is one per click: the same again is the same refund. */
export const refundSchema = z.object({
  id: idSchema,
  amount: refundAmount,
  reason: z._default(text(300), ''),
  requestId: z
    .string('A request id has 8 to 64 characters.')
    .check(
      z.minLength(8, 'A request id has 8 to 64 characters.'),
      z.maxLength(64, 'A request id has 8 to 64 characters.'),
    ),
});
export type RefundInput = z.infer<typeof refundSchema>;

/** Cash handed over; a note says what is worth knowing of it. */
export const cashSchema = z.object({ id: idSchema, note: z._default(text(300), '') });
