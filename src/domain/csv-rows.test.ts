import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { csvLine } from './csv';
import { CsvProblem, csvRows } from './csv-rows';

const cellsOf = (text: string) => csvRows(text, 100).map(({ cells }) => cells);

test('commas, semicolons, and tabs separate cells', () => {
  expect(cellsOf('name,note\nA,"x, ""y"""\n')).toEqual([
    ['name', 'note'],
    ['A', 'x, "y"'],
  ]);
  expect(cellsOf('name;note\r\nA;x, y\r\n')).toEqual([
    ['name', 'note'],
    ['A', 'x, y'],
  ]);
  expect(cellsOf('name\tnote\nA\tx')).toEqual([
    ['name', 'note'],
    ['A', 'x'],
  ]);
});

test('a byte order mark and blank lines are skipped, and rows know their line', () => {
  const rows = csvRows('\uFEFFname,note\n\nA,"two\nlines"\n,\nB,', 100);
  expect(rows).toEqual([
    { line: 1, cells: ['name', 'note'] },
    { line: 3, cells: ['A', 'two\nlines'] },
    { line: 6, cells: ['B', ''] },
  ]);
});

test('an open quote names its line', () => {
  expect(() => csvRows('name\nA\n"B\nC', 100)).toThrow(
    new CsvProblem(3, 'A quotation mark isn’t closed.'),
  );
});

test('rows past the limit aren’t read', () => {
  expect(csvRows('name\n'.repeat(100_000), 5)).toHaveLength(5);
});

test('what we write as CSV is read back', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '1') });
  const cell = plain.filter((text) => text.trim() !== '' && !/^\s/.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const text = csvLine(['one', 'two']) + rows.map((row) => csvLine(row)).join('');
      expect(cellsOf(text).slice(1)).toEqual(rows.map((row) => [...row]));
    }),
  );
});

test.each(['\n', '\r\n', '\r'])('counts the lines of a cell once with %j in it', (newline) => {
  const text = ['a,b', `c,"x${newline}y${newline}z"`, 'd,e'].join(newline);
  expect(csvRows(text, 10)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['c', 'x\ny\nz'] },
    { line: 5, cells: ['d', 'e'] },
  ]);
});
