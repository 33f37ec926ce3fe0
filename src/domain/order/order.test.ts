import { describe, expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { inUnits } from '../fields';
import { gallonTenths } from '../money';
import {
  asDelivered,
  EMPTY_ORDER,
  hasItems,
  ORDER_FACTS,
  ORDER_FIELDS,
  type Order,
  orderAsItStands,
  orderableGallons,
  orderFactText,
  orderOf,
  orderText,
  withFillUpEstimate,
} from './order';
import { orderFields } from './order.schema';

const ORDER: Order = {
  location: 'Dock 4',
  slipNumber: 'B12',
  driverNote: 'Gate 4711',
  fuelType: 'Premium',
  estimatedGallonsTenths: gallonTenths(125),
  fillUp: false,
  canType: 'boat',
  smallIceBags: 2,
  mediumIceBags: 0,
  largeIceBags: 1,
};

describe('the fields of an order', () => {
  test('are the same in its list and in its schema', () => {
    const names = inUnits(z.object(orderFields)).parse({ ...ORDER, estimatedGallons: 12 });
    expect(Object.keys(names).sort()).toEqual([...ORDER_FIELDS].sort());
  });

  test('are the only values picked from a row', () => {
    expect(orderOf({ ...ORDER, id: 'a', totalPriceCents: 1 } as Order)).toEqual(ORDER);
  });

  test('are formatted for people', () => {
    const texts = ORDER_FIELDS.map(
      (field) => `${ORDER_FACTS[field].label}: ${orderFactText({ ...ORDER, fillUp: true }, field)}`,
    );
    expect(orderFactText({ ...ORDER, slipNumber: null }, 'slipNumber')).toBeNull();
    expect(orderFactText(ORDER, 'fillUp')).toBeNull();
    expect(texts).toEqual([
      'Location: Dock 4',
      'Slip: B12',
      'Note for the driver: Gate 4711',
      'Fuel type: Premium',
      'Estimated gallons: 12.5',
      'Fill up: yes',
      'Can type: Fill the boat',
      'Small ice bags: 2',
      'Medium ice bags: 0',
      'Large ice bags: 1',
    ]);
  });
});

describe('the current order', () => {
  test('has the ordered amounts until delivery, and then the delivered ones', () => {
    expect(orderAsItStands({ ...ORDER, actualGallonsTenths: null })).toEqual(ORDER);
    const actualGallonsTenths = gallonTenths(0);
    expect(orderAsItStands({ ...ORDER, actualGallonsTenths }).estimatedGallonsTenths).toBe(0);
    expect(asDelivered(ORDER, { actualGallonsTenths, smallIceBags: 1, largeIceBags: 0 })).toEqual({
      ...ORDER,
      estimatedGallonsTenths: 0,
      smallIceBags: 1,
      largeIceBags: 0,
    });
  });

  test.each<[Partial<Order>, string]>([
    [ORDER, '12.5 gal Premium, 2 small, 1 large ice bags'],
    [{ smallIceBags: 1 }, '1 small ice bag'],
    [{ estimatedGallonsTenths: gallonTenths(200) }, '20 gal Regular'],
    [{}, ''],
  ])('%p reads %p', (part, text) => {
    expect(orderText({ ...EMPTY_ORDER, ...part })).toBe(text);
  });

  test('has items if anything in it has a price', () => {
    expect(hasItems(EMPTY_ORDER)).toBe(false);
    const mediumAlone = { ...EMPTY_ORDER, mediumIceBags: 3 };
    expect(hasItems(mediumAlone)).toBe(false);
    expect(hasItems({ ...EMPTY_ORDER, largeIceBags: 1 })).toBe(true);
    expect(hasItems({ ...EMPTY_ORDER, estimatedGallonsTenths: gallonTenths(1) })).toBe(true);
  });
});

test('an amount entered by staff can be ordered again in whole gallons', () => {
  const again = [0, 120, 125, 701].map((tenths) => orderableGallons(gallonTenths(tenths)));
  expect<number[]>(again).toEqual([0, 120, 130, 700]);
});

describe('an order to fill up', () => {
  const order = { ...EMPTY_ORDER, fillUp: true };

  test.each([
    [40, 400],
    [70, 700],
    [250, 700],
    [null, 700],
  ])('for a tank of %p gallons is an order of %p tenths', (tank, tenths) => {
    expect(withFillUpEstimate(order, tank).estimatedGallonsTenths).toBe(gallonTenths(tenths));
  });

  test('shows its maximum, and once delivered, the delivered amount', () => {
    const ordered = { ...ORDER, fillUp: true };
    expect(orderText(ordered)).toStartWith('fill up, at most 12.5 gal Premium');
    const row = { ...ordered, actualGallonsTenths: gallonTenths(98) };
    expect(orderText(orderAsItStands(row))).toStartWith('9.8 gal Premium');
  });

  test('has something to deliver', () => {
    expect(hasItems(order)).toBe(true);
  });

  test('any other order keeps its requested gallons', () => {
    expect(withFillUpEstimate({ ...ORDER, fillUp: false }, 40)).toEqual({
      ...ORDER,
      fillUp: false,
    });
  });
});
