import { expect, test } from 'bun:test';
import { deviceName } from './device-name';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

test('a device is named by its browser and its system', () => {
  expect(deviceName(CHROME)).toBe('Chrome on Linux');
  expect(deviceName(`${CHROME} Edg/141.0.0.0`)).toBe('Edge on Linux');
  expect(deviceName(PHONE)).toBe('Safari on iPhone');
});

test('a program without a known browser is another device', () => {
  expect(deviceName('curl/8.5.0')).toBe('Another device');
  expect(deviceName(null)).toBe('Another device');
});
