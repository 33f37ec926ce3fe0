import { expect, test } from 'bun:test';
import { cents } from '../money';
import { refundUpTo } from './refund';

const REFUND = { id: 'a', reason: '', requestId: 'one-click' };

test('a refund is between 1 cent and the rest, and null means all of it', () => {
  const typed = (amount: string | null) =>
    refundUpTo(cents(1250)).safeParse({ ...REFUND, amount }).error?.issues[0]?.message;
  expect(typed('0.01')).toBeUndefined();
  expect(typed('12.50')).toBeUndefined();
  expect(typed(null)).toBeUndefined();
  for (const amount of ['', '0', '12.51', '1.005', 'all']) {
    expect(typed(amount)).toBe('Please enter an amount from $0.01 to $12.50.');
  }
});
