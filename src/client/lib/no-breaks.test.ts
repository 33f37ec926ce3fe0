import { expect, test } from 'bun:test';
import { withNoBreaks } from './no-breaks';

/** No-break spaces as people can see them. */
const shown = (text: string) => withNoBreaks(text).replaceAll('\u00A0', '_');

test('a time and gallons have no space at which a line can end', () => {
  expect(shown('Nov 21, 2026, 3:15 PM')).toBe('Nov 21, 2026, 3:15_PM');
  expect(shown('10 AM - 12 PM')).toBe('10_AM - 12_PM');
  expect(shown('12.5 gal Regular, 3 gallons of Premium')).toBe(
    '12.5_gal Regular, 3_gallons of Premium',
  );
});

test('every other space stays, and so does what is no text', () => {
  const text = '5 stops that day, $12.00, 2 small bags, 3 AMPS, gate 555-0100';
  expect(withNoBreaks(text)).toBe(text);
  expect(withNoBreaks(null)).toBeNull();
});
