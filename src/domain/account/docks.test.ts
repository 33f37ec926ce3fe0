import { expect, test } from 'bun:test';
import { dockOfTyped } from './docks';

const near = { id: 'n', label: 'Near Pier' };
const docks = [{ id: 'f', label: 'Far Pier' }, near, { id: 's', label: 'near pier' }];

test('a typed address matches the chosen dock regardless of case', () => {
  expect(dockOfTyped(docks, 'near  pier.', near)).toBe(near);
  const last = docks.at(-1) ?? null;
  expect(dockOfTyped(docks, 'NEAR PIER', last)).toBe(last);
});

test('a different address matches another dock or none', () => {
  expect(dockOfTyped(docks, 'Far Pie', near)).toBeNull();
  expect(dockOfTyped(docks, 'far pier', near)?.id).toBe('f');
  expect(dockOfTyped(docks, 'Near Pier', null)).toBe(near);
  expect(dockOfTyped([], 'Near Pier', null)).toBeNull();
});
