import type { AppointmentRow } from '@/db/schema';
import type { PartInReview } from '@/domain/appointment/completion';
import { type Cents, formatDollars } from '@/domain/money';
import type { Deps } from '@/server/config/deps';
import type { Debt, Debts } from '../../payments/charges/charge-attempts.repository';
import type { ChargeRow } from '../../payments/charges/charges.repository';
import { readDebts } from '../../payments/charges/debt';
import { currentOf } from '../../payments/charges/debt-facts';
import { settleCharge } from '../../payments/charges/settle-charge.usecases';
import { settleOrTimeOut } from '../../payments/charges/settle-or-time-out';

export type CompletionResult = {
  id: string;
  totalPriceCents: Cents;
  /** True if the card was charged for this delivery. */
  paymentProcessed: boolean;
  balancePaid: boolean;
  /** Explains why a balance is still due. Null if it's paid or nothing is owed. */
  paymentError: string | null;
  testMode: boolean;
  /** The part that staff must approve before we charge it and notify the customer. */
  held?: PartInReview;
};

/** A completion as its write stored it. */
export type Recorded = {
  debts: Debts;
  /** The charge that this call has claimed to settle, or null if none is due now. */
  claimed: Debt | null;
};

/**
 * Runs steps B and C of a completion and returns its current state. If Stripe is slow, the answer
 * doesn't wait: the delivery is recorded, and the charge settles later.
 *
 * @param recorded null if the delivery was completed earlier
 */
export async function settleCompletion(
  deps: Deps,
  id: string,
  recorded: Recorded | null,
): Promise<CompletionResult> {
  if (recorded && !recorded.claimed) return resultOf(recorded.debts);
  const settlement = settleCharge({ deps }, { appointmentId: id }, recorded?.claimed);
  const settled = await settleOrTimeOut(deps, settlement, id);
  return resultOf(settled ?? (await readDebts(deps, id)));
}

function resultOf({ appointment, charges }: Debts): CompletionResult {
  const charge = currentOf(charges);
  const open = charge !== null && !appointment.balancePaid;
  return {
    id: appointment.id,
    totalPriceCents: appointment.totalPriceCents,
    paymentProcessed: charges.some(
      ({ state, amountCents }) => state === 'succeeded' && amountCents > 0,
    ),
    balancePaid: appointment.balancePaid,
    paymentError: open ? (charge.errorMessage ?? pendingText(charge, appointment)) : null,
    testMode: appointment.testMode,
    ...(charge?.state === 'held' && { held: charge.sequence === 1 ? 'all' : 'rest' }),
  };
}

/** Explains a pending charge that no card has declined. */
function pendingText({ state }: ChargeRow, { totalPaidCents }: AppointmentRow): string {
  if (state !== 'held') return 'The charge is still being processed. Check again in a minute.';
  return totalPaidCents > 0
    ? `We charged ${formatDollars(totalPaidCents)}. Staff will review the rest before we charge it.`
    : 'The figures differ a lot from the order, so staff will review them before we charge the card.';
}
