import { useState } from 'react';
import type { UnitPrice } from '@/domain/money';
import type { OrderItems } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import type { PriceList } from '@/domain/pricing/price-list';
import { type Price, quote } from '@/domain/pricing/quote';
import { EMPTY_CHOICES, type OrderFormValues, orderSoFar } from './order-values';

/** Cents per gallon of each fuel, or null while loading. */
export type UnitPrices = Record<FuelType, UnitPrice> | null;

/**
 * Returns an order's delivery fees and ice prices. Null means the list that applied before the owner set
 * other prices.
 */
export type ListOf = (order: OrderItems) => PriceList | null;

/** A promo code's effect on a price. */
export type Terms = Pick<Price, 'testMode' | 'discount'>;

/** @returns the order typed so far with its total, or null until both can be calculated */
export function pricedOrder(
  values: Partial<OrderFormValues>,
  unitPrices: UnitPrices,
  { listOf, ...terms }: Terms & { listOf: ListOf },
) {
  const unitPriceCents = unitPrices?.[values.fuelType ?? EMPTY_CHOICES.fuelType];
  const items = orderSoFar(values);
  if (!items || unitPriceCents === undefined) return null;
  const order = { ...items, unitPriceCents, ...terms, priceList: listOf(items) };
  return { order, total: quote(order, order) };
}

/** Returns the prices that the form showed first, to notify the customer of a change. */
export function useFirstPrices(unitPrices: UnitPrices): UnitPrices {
  const [first, setFirst] = useState(unitPrices);
  if (first === null && unitPrices !== null) setFirst(unitPrices);
  return first;
}
