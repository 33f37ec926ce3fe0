import { expect, test } from 'bun:test';
import { addedText } from './added-text';

test('the text lists the codes of the deliveries that were added to the account', () => {
  expect(addedText([])).toEqual([]);
  expect(addedText(['D-1'])).toEqual(['We added your delivery D-1 to your account.']);
  expect(addedText(['D-1', 'D-2', 'D-3'])).toEqual([
    'We added your deliveries D-1, D-2, and D-3 to your account.',
  ]);
});
