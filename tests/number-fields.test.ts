/** Every number is typed into the same number field, which doesn't change the typed text. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const client = join(import.meta.dir, '../src/client');

/** The attributes of a different kind of number field. */
const FORBIDDEN = /type=\{?["']number|inputMode=(\{|["']decimal|["']numeric)|valueAsNumber/;
/** The files of the number field itself, and of its form with buttons. */
const FIELD = new Set(['components/form/number-input.tsx', 'components/form/stepper.tsx']);
/** Digits that aren't numbers: a ZIP Code, a code, the end of a phone number. */
const DIGITS = new Set([
  'features/customer/payment/card-form.tsx',
  'features/customer/appointments/prove-phone-dialog.tsx',
  'identity/code-field.tsx',
]);

test('no screen has its own number field', async () => {
  const own: string[] = [];
  for await (const file of new Glob('**/*.{ts,tsx}').scan(client)) {
    if (FIELD.has(file) || DIGITS.has(file)) continue;
    if (FORBIDDEN.test(await Bun.file(join(client, file)).text())) own.push(file);
  }
  expect(own).toEqual([]);
});
