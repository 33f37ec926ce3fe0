import { expect, test } from 'bun:test';
import { amountCell, csvLine } from './csv';
import { cents } from './money';

test('a cell is quoted only if it needs to be', () => {
  expect(csvLine(['Sam', 3, null, undefined, ''])).toBe('Sam,3,,,\r\n');
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test('a spreadsheet with another separator doesn’t split a cell', () => {
  const cells = ['Zoë;=1+1', 'a\tb', 'a|b', "O'Brien", ' first', 'last '];
  expect(csvLine(cells)).toBe(`${cells.map((cell) => `"${cell}"`).join(',')}\r\n`);
});

test('money is a number, even if it’s negative', () => {
  expect(csvLine([amountCell(cents(123_450)), amountCell(cents(-500))])).toBe('1234.50,-5.00\r\n');
});

test('text is never a formula, and numbers stay numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\uFF1D1']) {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  }
  expect(csvLine(['\r=1'])).toBe('"\'\r=1"\r\n');
  expect(csvLine([-5, 'a=b', '1-2'])).toBe('-5,a=b,1-2\r\n');
});
