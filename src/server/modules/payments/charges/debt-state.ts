import type { AppointmentRow } from '@/db/schema';
import type { Cents } from '@/domain/money';

/**
 * How a debt of so many cents begins. Where there is no card to ask, it starts as declined and waits for
 * staff; where there is nothing to pay, it is settled.
 */
export function debtState(row: AppointmentRow, totalCents: Cents, now: number) {
  const noCard = !row.stripePaymentMethodId && totalCents > 0;
  return {
    state:
      totalCents === 0 ? ('succeeded' as const) : noCard ? ('declined' as const) : ('due' as const),
    errorCode: noCard ? 'no_card' : null,
    errorMessage: noCard ? 'No card is on file for this delivery.' : null,
    settledAt: totalCents === 0 ? now : null,
  };
}
