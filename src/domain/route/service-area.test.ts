import { expect, test } from 'bun:test';
import { beyondAreaText, isBeyondServiceArea } from './service-area';

test.each([
  [null, false, null],
  [0, false, null],
  [24_140, false, null],
  [24_141, true, '16 miles away, beyond the 15 miles that we deliver to'],
  [33_358, true, '21 miles away, beyond the 15 miles that we deliver to'],
])('%p metres away is beyond the service area: %p', (metres, isBeyond, text) => {
  expect(isBeyondServiceArea(metres)).toBe(isBeyond);
  expect(beyondAreaText(metres)).toBe(text);
});
