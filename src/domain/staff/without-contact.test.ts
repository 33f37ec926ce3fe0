import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { LEFT_OUT, withoutContact } from './without-contact';

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const between = fc.constantFrom('', '', '-', ' ', '.', ') ', ' - ');
const phone = fc
  .array(fc.tuple(digit, between), { minLength: 7, maxLength: 15 })
  .map((parts) => parts.flat().join(''));
const word = fc.constantFrom('', 'Slip', 'Sam Waters', 'call', 'by the fuel dock');

test('no phone number survives, however it’s written and whatever is around it', () => {
  fc.assert(
    fc.property(word, phone, word, (before, number, after) => {
      const shown = withoutContact(`${before} ${number} ${after}`);
      expect(shown.replace(/\D/g, '').length).toBeLessThan(7);
      expect(shown).toContain(LEFT_OUT);
    }),
  );
});

test('no email address survives', () => {
  fc.assert(
    fc.property(word, fc.emailAddress(), word, (before, email, after) => {
      expect(withoutContact(`${before} ${email} ${after}`)).not.toContain('@');
    }),
  );
});

test('names, docks, and house numbers stay as they are', () => {
  for (const text of ['Sam Waters', 'Slip 12', '58112 Lakeshore Drive', 'Dock B-14, pier 2']) {
    expect(withoutContact(text)).toBe(text);
  }
});
