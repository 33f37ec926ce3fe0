import { useState } from 'react';
import type { Cents } from '@/domain/money';
import type { FuelType } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import { EMPTY_CHOICES, type OrderFormValues, orderSoFar } from './order-values';

/** Cents per gallon of each fuel, or null while loading. */
export type UnitPrices = Record<FuelType, Cents> | null;

/** @returns the order typed so far with its total, or null until both can be calculated */
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

/** Returns the prices that the form showed first, to tell the customer about a change. */
export function useFirstPrices(unitPrices: UnitPrices): UnitPrices {
  const [first, setFirst] = useState(unitPrices);
  if (first === null && unitPrices !== null) setFirst(unitPrices);
  return first;
}
