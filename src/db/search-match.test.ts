import { expect, test } from 'bun:test';
import { searchExpression } from './search-match';

test('every word is searched in folded form, with quotes escaped', () => {
  expect(searchExpression('  Maple   Íšland ')).toBe('"maple" AND "island"');
  expect(searchExpression('o"hara')).toBe('"o""hara"');
  expect(searchExpression(' \n')).toBeNull();
});

test('one or two letters match the start of a word, and another sign is a word', () => {
  expect(searchExpression('B7')).toBe('(" b7" OR " (b7" OR " ""b7")');
  expect(searchExpression('B')).toBe('("  b" OR " (b" OR " ""b")');
  expect(searchExpression('7')).toBe('" 7 "');
  expect(searchExpression('😀')).toBe('" 😀 "');
});

test('a phone number is searched by its digits in every format', () => {
  expect(searchExpression('2695550100')).toBe('"2695550100"');
  expect(searchExpression('(269)555-0100')).toBe('("269)555-0100" OR "2695550100")');
  expect(searchExpression('1 269 555 0100')).toBe(
    '(" 1 " AND "269" AND "555" AND "0100") OR "2695550100"',
  );
  expect(searchExpression('Sam 555-01')).toBe('"sam" AND ("555-01" OR "55501")');
});
