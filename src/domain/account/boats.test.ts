import { expect, test } from 'bun:test';
import { gallonTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import { fuelMismatch } from './boats';
import { boatSchema } from './boats.schema';

const order = { ...EMPTY_ORDER, estimatedGallonsTenths: gallonTenths(200) };
const gull = { name: 'Gull', fuelTaken: null, fuelNever: null };

test.each([
  [null, order, null],
  [gull, order, null],
  [{ ...gull, fuelTaken: 'Regular' as const }, order, null],
  [{ ...gull, fuelNever: 'Premium' as const }, order, null],
  [
    { ...gull, fuelTaken: 'Premium' as const },
    order,
    { text: 'Gull takes Premium, but this order is for Regular.', isRefused: false },
  ],
  [
    { ...gull, fuelNever: 'Regular' as const },
    order,
    { text: 'Gull must never be filled with Regular.', isRefused: true },
  ],
  [
    { ...gull, fuelNever: 'Regular' as const },
    { ...order, canType: 'own' as const },
    { text: 'Gull must never be filled with Regular.', isRefused: false },
  ],
  [{ ...gull, fuelNever: 'Regular' as const }, EMPTY_ORDER, null],
])('for %j an order of %j: %j', (boat, ordered, mismatch) => {
  expect(fuelMismatch(boat, ordered)).toEqual(mismatch);
});

test('a boat’s fuel can’t be the one it must never be filled with', () => {
  const fuels = { fuelTaken: 'Regular', fuelNever: 'Regular' };
  const { error } = boatSchema.safeParse({ name: 'Gull', ...fuels });
  expect(error?.issues).toMatchObject([{ path: ['fuelNever'] }]);
  const none = { fuelTaken: '', fuelNever: '', fillerSide: '' };
  expect(boatSchema.parse({ name: 'Gull', ...none })).toMatchObject({
    ...{ fuelTaken: null, fuelNever: null, fillerSide: null },
  });
});
