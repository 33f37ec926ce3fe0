/** A line ends beside a time, a phone number or gallons on a screen, never inside. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

const client = join(import.meta.dir, '../src/client');

/** Where a phone number is formatted for a field to type in, or for a text that nothing but text may be in. */
const PHONE_AS_TEXT = new Set([
  'components/phone-link.tsx',
  'features/admin/team/driver-dialog.tsx',
  'features/customer/account/guest-form.tsx',
  'features/customer/order/last-guest-contact.ts',
  'features/customer/profile/profile-dialog.tsx',
  'features/customer/settings/profile-form.tsx',
  'lib/profile-read.ts',
]);
/** What a screen reader or a toast reads, which makes its texts whole itself. */
const WHOLE_LATER = new Set([
  'appointment/driver-facts.tsx',
  'appointment/meanwhile-facts.ts',
  'features/driver/device-actions/device-action.ts',
]);

async function* sources() {
  for await (const file of new Glob('**/*.{ts,tsx}').scan(client)) {
    if (!file.includes('.test.')) yield [file, await Bun.file(join(client, file)).text()] as const;
  }
}

test('a phone number is shown by PhoneText and PhoneLink', async () => {
  const others: string[] = [];
  for await (const [file, text] of sources()) {
    if (text.includes('formatPhone') && !PHONE_AS_TEXT.has(file)) others.push(file);
  }
  expect(others).toEqual([]);
});

test('gallons behind a number are made whole', async () => {
  const others: string[] = [];
  for await (const [file, text] of sources()) {
    if (WHOLE_LATER.has(file)) continue;
    const made = text.replace(/whole\(\s*(?:`[^`]*`|[^()]*)/g, '');
    if (/\} gal(?:lons?)?[ `<.,]/.test(made) && !/aria-label=\{`\$\{gallons\} gal/.test(made)) {
      others.push(file);
    }
  }
  expect(others).toEqual([]);
});

test('a time slot is shown by TimeRange and When', async () => {
  const others: string[] = [];
  for await (const [file, text] of sources()) {
    // As a text of its own, or behind a date in a text.
    if (/^\s*\{\w+\.time\}$|formatLongDate\(.*\)\}, \$?\{\w+\.time\}/m.test(text))
      others.push(file);
  }
  // The name of a card for screen readers.
  expect(others).toEqual(['features/customer/appointments/appointment-card.tsx']);
});

test('a time of day comes from formats that keep it whole', async () => {
  const others: string[] = [];
  for await (const [file, text] of sources()) if (/instantsIn\(\w+\)/.test(text)) others.push(file);
  expect(others).toEqual([]);
});
