import type { AppointmentRow } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { chargeableCard } from '@/domain/payment/card';

/**
 * Returns the first state of a debt. Without a card it starts as declined, so that staff see it. A
 * debt of zero is settled.
 */
export function debtState(row: AppointmentRow, totalCents: Cents, now: number) {
  const noCard = !chargeableCard(row) && totalCents > 0;
  return {
    state:
      totalCents === 0 ? ('succeeded' as const) : noCard ? ('declined' as const) : ('due' as const),
    errorCode: noCard ? 'no_card' : null,
    errorMessage: noCard ? 'No card is on file for this delivery.' : null,
    settledAt: totalCents === 0 ? now : null,
  };
}
