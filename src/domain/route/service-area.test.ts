import { expect, test } from 'bun:test';
import {
  areaNotice,
  beyondAreaText,
  dockDistance,
  isAreaRefused,
  zipIn,
  zipsIn,
} from './service-area';

const area = { home: { latitude: 41.98, longitude: -86.11 }, radiusMiles: 15 };
const north = (degrees: number) => ({ latitude: 41.98 + degrees, longitude: -86.11 });

test.each([
  [null, null, false, null],
  [north(0), 0, false, null],
  [north(0.217), 24_129, false, null],
  [north(0.2172), 24_152, true, 'Outside the service area, 16 miles away'],
  [north(0.3), 33_358, true, 'Outside the service area, 21 miles away'],
])(
  'a dock at %j is %p meters away, outside the service area: %p',
  (position, metresAway, beyondServiceArea, text) => {
    const distance = dockDistance(area, position);
    expect(distance).toEqual({ metresAway, beyondServiceArea });
    expect(beyondAreaText(distance)).toBe(text);
  },
);

test.each([
  ['12 Pier Rd, Dowagiac, MI 49047', '49047'],
  ['12 Pier Rd, Dowagiac, MI 49047-1234, Slip 4', '49047'],
  ['12 Pier Rd, Dowagiac MI, 49047 (41.98123, -86.10987)', '49047'],
  ['Miami Beach Marina, Miami, FL 33139, USA', '33139'],
  ['58112 Lakeshore Drive, Dowagiac, MI', null],
  ['58112', null],
  ['Dock 490471', null],
  ['', null],
])('the ZIP Code in %j is %p', (address, zip) => {
  expect(zipIn(address)).toBe(zip);
});

test('a list of ZIP Codes may be separated by anything, and has nothing else', () => {
  expect(zipsIn('49047, 49031;49047\n49067')).toEqual(['49047', '49031', '49067']);
  expect(zipsIn('')).toEqual([]);
  expect(zipsIn('49047, Dowagiac')).toBeNull();
  expect(zipsIn('4904')).toBeNull();
});

test('a served ZIP Code is in the area at any distance, and another one is outside it', () => {
  const zips = { ...area, zips: ['49047'] };
  const beyond = (position: ReturnType<typeof north> | null, address: string) =>
    dockDistance(zips, position, address).beyondServiceArea;
  expect(beyond(north(0.5), 'Pier, MI 49047')).toBe(false);
  expect(beyond(north(0.5), 'Pier, FL 33139')).toBe(true);
  expect(beyond(north(0), 'Pier, FL 33139')).toBe(false);
  expect(beyond(null, 'Pier, FL 33139')).toBe(true);
  expect(beyond(null, 'Pier')).toBe(false);
  expect(dockDistance(area, null, 'Pier, FL 33139').beyondServiceArea).toBe(false);
});

test('the owner decides whether an order outside the area is checked, warned about, or refused', () => {
  const far = north(0.3);
  const [off, warn, refuse] = (['off', 'warn', 'refuse'] as const).map((policy) => {
    const owned = { ...area, policy, zips: ['49047'] };
    const notice = (position: typeof far | null, address = '') => {
      const distance = dockDistance(owned, position, address);
      return [areaNotice(owned, distance), isAreaRefused(owned, distance)];
    };
    return [notice(far), notice(null, 'Pier, FL 33139')];
  });
  const beyond = 'Outside the service area, 21 miles away.';
  const canBook = 'You can still book. We’ll let you know if we can deliver there.';
  expect(off).toEqual([
    [null, false],
    [null, false],
  ]);
  expect(warn).toEqual([
    [`${beyond} ${canBook}`, false],
    [`Outside the service area. ${canBook}`, false],
  ]);
  expect(refuse).toEqual([
    [
      `${beyond} We deliver within 15 miles, so we can’t take this order. Call us if you think that’s wrong.`,
      true,
    ],
    // A position that isn't known is never refused.
    [`Outside the service area. ${canBook}`, false],
  ]);
});
