import { expect, test } from 'bun:test';
import { amountCell, csvLine } from './csv';
import { cents } from './money';

test('quotes what needs it and leaves the rest', () => {
  expect(csvLine(['Sam', 3, null, undefined, ''])).toBe('Sam,3,,,\r\n');
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test('no cell is split by a spreadsheet that divides at another sign', () => {
  const cells = ['Zoë;=1+1', 'a\tb', 'a|b', "O'Brien", ' first', 'last '];
  expect(csvLine(cells)).toBe(`${cells.map((cell) => `"${cell}"`).join(',')}\r\n`);
});

test('money is a number, also where it left us', () => {
  expect(csvLine([amountCell(cents(123_450)), amountCell(cents(-500))])).toBe('1234.50,-5.00\r\n');
});

test('a text is never a formula; a number stays one', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\uFF1D1']) {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  }
  expect(csvLine(['\r=1'])).toBe('"\'\r=1"\r\n');
  expect(csvLine([-5, 'a=b', '1-2'])).toBe('-5,a=b,1-2\r\n');
});
