import { type Cents, formatDollars } from '@/domain/money';

/** The question before a delivery is charged whose figures look like a slip of the finger. */
export function chargeQuestion(why: string, totalCents: Cents) {
  const amount = totalCents === 0 ? 'nothing' : formatDollars(totalCents);
  return {
    title: `Charge ${amount}?`,
    description: why,
    confirmLabel: `Yes, charge ${amount}`,
    danger: true,
  };
}
