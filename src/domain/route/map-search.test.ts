import { expect, test } from 'bun:test';
import { mapSearch } from './map-search';

test('a dock with a position is searched by that position', () => {
  const position = { latitude: 41.98, longitude: -86.11 };
  expect(mapSearch({ location: 'Sandy Cove', position }, '49047')).toBe('41.98,-86.11');
});

test.each([
  ['Sandy Cove', 'Sandy Cove, 49047'],
  ['12345 Lake Road', '12345 Lake Road, 49047'],
  ['Sandy Cove, Dowagiac, MI 49047', 'Sandy Cove, Dowagiac, MI 49047'],
  ['1 Pier, Niles, MI 49120-1234 ', '1 Pier, Niles, MI 49120-1234 '],
])('the address "%s" is searched as "%s"', (location, searched) => {
  expect(mapSearch({ location, position: null }, '49047')).toBe(searched);
});
