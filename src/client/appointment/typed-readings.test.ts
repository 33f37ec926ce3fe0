import { expect, test } from 'bun:test';
import { hasGallons, meterDoubt, meteredText, missingReadings } from './typed-readings';

test('the gallons follow from the readings, and a mismatch is asked about', () => {
  expect(meteredText({ meterStart: '1000', meterEnd: '1030.5' })).toBe('30.5');
  expect(meteredText({ meterStart: '1000', meterEnd: '' })).toBeNull();
  expect(meteredText({ meterStart: '1000', meterEnd: '10' })).toBeNull();
  const readings = { meterStart: '1000', meterEnd: '1030.5' };
  expect(meterDoubt({ actualGallons: '30', ...readings })).toBe('');
  expect(meterDoubt({ actualGallons: '25', ...readings })).toBe(
    'The meter counted 30.5 gallons, but 25 gallons were entered.',
  );
  expect([hasGallons('0'), hasGallons(''), hasGallons('0.1')]).toEqual([false, false, true]);
});

test('readings are complete with both, or with none unless they’re required', () => {
  const none = { meterStart: '', meterEnd: '' };
  expect(missingReadings(none, false)).toEqual([]);
  expect(missingReadings(none, true)).toEqual(['meterStart', 'meterEnd']);
  expect(missingReadings({ ...none, meterStart: '10' }, false)).toEqual(['meterEnd']);
  expect(missingReadings({ meterStart: '10', meterEnd: '12' }, true)).toEqual([]);
});
