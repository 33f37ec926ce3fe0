import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { coordinatesIn, coordinatesText, withoutPin, withPin } from './coordinates';

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const position = fc.record({ latitude: degrees(90), longitude: degrees(180) });

test.each([
  ['41.98123, -86.10987', { latitude: 41.98123, longitude: -86.10987 }],
  ['Blue house (41.981,-86.109)', { latitude: 41.981, longitude: -86.109 }],
  ['12.5, 13.5 Main St', null],
  ['95.12345, -86.10987', null],
  ['41.98123, -186.10987', null],
  ['58112 Lakeshore Drive, Dowagiac, MI 49047', null],
  ['1141.98123, -86.10987', null],
  ['', null],
])('the coordinates in %j are %j', (text, expected) => {
  expect(coordinatesIn(text)).toEqual(expected);
});

test('a pin is read back from any address within 4 feet', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z ]{0,220}$/), position, (address, at) => {
      const pinned = withPin(address, at, 200);
      expect(pinned.length).toBeLessThanOrEqual(200);
      const read = coordinatesIn(pinned);
      expect(read?.latitude).toBeCloseTo(at.latitude, 4);
      expect(read?.longitude).toBeCloseTo(at.longitude, 4);
    }),
  );
});

test('a new pin replaces the earlier one, and removing it restores the address', () => {
  const [a, b] = [
    { latitude: 41.98123, longitude: -86.10987 },
    { latitude: 42, longitude: -86 },
  ];
  const once = withPin('Blue house', a, 200);
  expect(once).toBe('Blue house (41.98123, -86.10987)');
  expect(withPin(once, b, 200)).toBe('Blue house (42.00000, -86.00000)');
  expect(withoutPin(once)).toBe('Blue house');
  expect(withPin('', a, 200)).toBe(`Pin (${coordinatesText(a)})`);
  expect(withoutPin(withPin('', a, 200))).toBe('');
});
