/**
 * Tests texts of the maximum length that would take long to parse: brackets before a phone number,
 * marks that Unicode sorts, and characters that expand. They're refused before anything parses
 * them.
 */
import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { cleanPhone, isPhone } from '@/domain/phone';
import { phoneKey } from '@/domain/phone-number';
import { contains, type Field, PROCEDURES } from '../support/fields';

const LENGTH = 60_000;
const UNITS = [
  '(',
  '[(',
  ' ',
  '.',
  '1-',
  '\u0315\u0301',
  '\uFDFA',
  '\u0663',
  'a\u200D',
  '\u{1F3F4}',
];
const TEXTS = UNITS.flatMap((unit) => {
  const text = unit.repeat(LENGTH / unit.length);
  return [text, `${text}x`, `1${text}1`];
});

const isText = ({ schema }: Field) => contains(schema, ({ type }) => type === 'string');

function inputWith([step, ...rest]: Field['path'], value: unknown): unknown {
  if (step === undefined) return value;
  const inside = inputWith(rest, value);
  return typeof step === 'number' ? [inside] : { [step]: inside };
}

test('every field of a call is read quickly', () => {
  const slow: string[] = [];
  for (const { name, inputs, fields } of PROCEDURES) {
    for (const field of fields.filter(isText)) {
      for (const text of TEXTS) {
        const input = inputWith(field.path, text);
        const started = performance.now();
        for (const schema of inputs) z.safeParse(schema, input);
        // A hanging field would block the test for minutes.
        if (performance.now() - started < 1_000) continue;
        slow.push(`${name} ${field.path.join('.')} ${JSON.stringify(text.slice(0, 3))}`);
        break;
      }
    }
  }
  expect(slow).toEqual([]);
}, 300_000);

test('a phone number behind many brackets is read in time linear in its length', () => {
  const typed = `${'('.repeat(LENGTH)}x`;
  const started = performance.now();
  for (const read of [cleanPhone, isPhone, phoneKey]) read(typed);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(phoneKey(' ((269) 555-0142')).toBe('12695550142');
}, 60_000);
