import type { NamedCard } from '@/domain/payment/card';

/** "Visa ending in 4242". */
export function cardName({ brand, last4 }: NamedCard): string {
  const name = brand ? brand[0]?.toUpperCase() + brand.slice(1) : 'Card';
  return last4 ? `${name} ending in ${last4}` : name;
}
