import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { DomainError } from '../errors';
import { cents, NO_CENTS } from '../money';
import { NO_PRICE } from './quote';
import { refuseHigherTotal } from './shown-total';

const refusalOf = (total: number, shown: number | undefined, testMode = false) => {
  try {
    const expectedTotalCents = shown === undefined ? undefined : cents(shown);
    const quote = { ...NO_PRICE, totalCents: cents(total) };
    refuseHigherTotal(
      quote,
      { expectedTotalCents, testMode, unitPriceCents: NO_CENTS },
      'Nothing was booked.',
    );
    return null;
  } catch (error) {
    return error as DomainError;
  }
};

test('only a higher total than the shown one needs a confirmation', () => {
  const amount = fc.nat(1_000_000);
  fc.assert(
    fc.property(amount, amount, (total, shown) => {
      expect(refusalOf(total, shown) !== null).toBe(total > shown);
      expect(refusalOf(total, undefined)).toBeNull();
      expect(refusalOf(total, shown, true)).toBeNull();
    }),
  );
});

test('the error has both totals and the one to confirm', () => {
  const refused = refusalOf(12_700, 10_700);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused).toMatchObject({
    code: 'needs_confirmation',
    message: 'The price changed. The total is now $127.00 instead of $107.00. Nothing was booked.',
    details: { totalCents: 12_700, total: 127 },
  });
});
