import { expect, test } from 'bun:test';
import { addedText } from './added-text';

test('deliveries that went into an account are named by their codes', () => {
  expect(addedText([])).toEqual([]);
  expect(addedText(['D-1'])).toEqual(['We added your delivery D-1 to your account.']);
  expect(addedText(['D-1', 'D-2', 'D-3'])).toEqual([
    'We added your deliveries D-1, D-2, and D-3 to your account.',
  ]);
});
