import { useState } from 'react';
import type { Cents } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import { EMPTY_CHOICES, type OrderFormValues, orderSoFar } from './order-values';

/** Cents per gallon of each fuel; null while they are not known. */
export type UnitPrices = Record<FuelType, Cents> | null;

/** The order as typed so far with its price; null while one of the two is not known. */
export function pricedOrder(
  values: Partial<OrderFormValues>,
  unitPrices: UnitPrices,
  testMode: boolean,
) {
  const unitPriceCents = unitPrices?.[values.fuelType ?? EMPTY_CHOICES.fuelType];
  const items = orderSoFar(values);
  if (!items || unitPriceCents === undefined) return null;
  const order = { ...items, unitPriceCents, testMode };
  return { order, total: quote(order, order) };
}

/** The prices that the form showed first. */
export function useFirstPrices(unitPrices: UnitPrices): UnitPrices {
  const [first, setFirst] = useState(unitPrices);
  if (first === null && unitPrices !== null) setFirst(unitPrices);
  return first;
}
