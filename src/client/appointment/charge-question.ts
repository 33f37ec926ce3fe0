import { type Cents, formatDollars } from '@/domain/money';

/** Returns the question to ask before charging a delivery whose figures look like a typo. */
export function chargeQuestion(why: string, totalCents: Cents) {
  const amount = totalCents === 0 ? 'nothing' : formatDollars(totalCents);
  return {
    title: `Charge ${amount}?`,
    description: why,
    confirmLabel: `Charge ${amount === 'nothing' ? 'Nothing' : amount}`,
    danger: true,
  };
}
