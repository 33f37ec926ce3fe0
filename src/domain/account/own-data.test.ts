import { expect, test } from 'bun:test';
import { readable } from './own-data';

test('an export has dollars, gallons, and times at any depth', () => {
  expect(
    readable({
      totalPriceCents: 7_660,
      actualGallonsTenths: 284,
      completedAt: 0,
      cancelledAt: null,
      slotIndex: 2,
      charge: { amountCents: 7_660, refunds: [{ amountCents: 50 }] },
    }),
  ).toEqual({
    totalPrice: 76.6,
    actualGallons: 28.4,
    completedAt: '1970-01-01T00:00:00.000Z',
    cancelledAt: null,
    slotIndex: 2,
    charge: { amount: 76.6, refunds: [{ amount: 0.5 }] },
  });
});
