import { badParameter } from './errors';

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;
/** Refuses an amount (cents) that Stripe would refuse. */
export function checkAmount(amount: number, currency: string): void {
  if (amount < 1)
    throw badParameter('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount < MIN_CENTS)
    throw badParameter(`Amount must be at least $0.50 ${currency}`, 'amount', 'amount_too_small');
  if (amount > MAX_CENTS)
    throw badParameter('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
}

/** Returns the currency in lower case. The sandbox only supports US dollars. */
export function checkCurrency(currency: string): string {
  const lower = currency.toLowerCase();
  if (lower !== 'usd')
    throw badParameter(`Invalid currency: ${lower}. The sandbox only supports usd.`, 'currency');
  return lower;
}
