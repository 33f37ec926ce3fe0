import { expect, test } from 'bun:test';
import { withNoBreaks } from './no-breaks';

/** Makes no-break spaces visible. */
const shown = (text: string) => withNoBreaks(text).replaceAll('\u00A0', '_');

test('a time and gallons don’t wrap', () => {
  expect(shown('Nov 21, 2026, 3:15 PM')).toBe('Nov 21, 2026, 3:15_PM');
  expect(shown('10 AM - 12 PM')).toBe('10_AM - 12_PM');
  expect(shown('12.5 gal Regular, 3 gallons of Premium')).toBe(
    '12.5_gal Regular, 3_gallons of Premium',
  );
});

test('other spaces stay the same, and so do values that aren’t text', () => {
  const text = '5 stops that day, $12.00, 2 small bags, 3 AMPS, gate 555-0100';
  expect(withNoBreaks(text)).toBe(text);
  expect(withNoBreaks(null)).toBeNull();
});
