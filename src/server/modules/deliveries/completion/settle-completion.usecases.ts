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
  /** The card was charged for this delivery. */
  paymentProcessed: boolean;
  balancePaid: boolean;
  /** A sentence when the money is not in (yet); null when it is, or when nothing is to be paid. */
  paymentError: string | null;
  testMode: boolean;
  /** What waits for staff before it is charged, and before the customer is told. */
  held?: PartInReview;
};

/** A completion as its write left it. */
export type Recorded = {
  debts: Debts;
  /** The charge, taken to be settled by this call; null where there is none to settle now. */
  claimed: Debt | null;
};

/**
 * Steps B and C, then how it stands now. Where the payment service is slow the answer does not wait
 * for it: the delivery is recorded, and the charge settles later.
 *
 * @param recorded null where the delivery was completed before
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
    paymentError: open ? (charge.errorMessage ?? waitsText(charge, appointment)) : null,
    testMode: appointment.testMode,
    ...(charge?.state === 'held' && { held: charge.sequence === 1 ? 'all' : 'rest' }),
  };
}

/** Why the money of a delivery is not in, where no card was refused. */
function waitsText({ state }: ChargeRow, { totalPaidCents }: AppointmentRow): string {
  if (state !== 'held') return 'The charge is still being processed. It will be settled shortly.';
  return totalPaidCents > 0
    ? `${formatDollars(totalPaidCents)} was charged. Staff look at the rest before it is charged.`
    : 'The figures are far from the order, so staff look at them before the card is charged.';
}
