import { expect, test } from 'bun:test';
import { beyondAreaText, dockDistance } from './service-area';

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
