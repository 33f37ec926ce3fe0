import { describe, expect, test } from 'bun:test';
import { ageText } from './age';
import { bearing, directionText, distanceText, trackOf } from './approach';
import { stopsBeforeText } from './stops-before';

const NOW = Date.parse('2026-06-13T14:00:00Z');
const MINUTE = 60_000;
const HOME = { latitude: 41.98, longitude: -86.11 };
const area = { now: NOW, home: HOME, radiusMiles: 15 };
const seen = { latitude: 42, longitude: -86.1, locatedAt: NOW - MINUTE };

describe('a driver’s position on the delivery page', () => {
  test('is shown with its time if it’s recent and near the service area', () => {
    expect(trackOf(seen, area)).toEqual({ latitude: 42, longitude: -86.1, at: NOW - MINUTE });
    expect(trackOf({ ...seen, locatedAt: NOW + 30_000 }, area)).not.toBeNull();
  });

  test.each([
    ['old', { locatedAt: NOW - 31 * MINUTE }],
    ['from the future', { locatedAt: NOW + 5 * MINUTE }],
    ['without a time', { locatedAt: null }],
    ['without a coordinate', { longitude: null }],
    ['not a number', { latitude: Number.NaN }],
    ['infinite', { longitude: Number.POSITIVE_INFINITY }],
    ['beyond the poles', { latitude: 95 }],
    ['on null island', { latitude: 0, longitude: 0 }],
    ['a state away', { latitude: 44 }],
  ])('isn’t shown if it’s %s', (_, over) => {
    expect(trackOf({ ...seen, ...over }, area)).toBeNull();
  });

  test('has a distance and a direction as text', () => {
    expect(distanceText(1_931)).toBe('About 1.2 miles away');
    expect(distanceText(1_609)).toBe('About 1 mile away');
    expect(distanceText(19_000)).toBe('About 12 miles away');
    expect(distanceText(20)).toBe('Less than 0.1 miles away');
    expect(directionText(bearing(HOME, { ...HOME, latitude: 42 }))).toBe('to the north');
    expect(directionText(bearing(HOME, { ...HOME, longitude: -86.2 }))).toBe('to the west');
    expect(directionText(bearing(HOME, { latitude: 41.9, longitude: -86.0 }))).toBe(
      'to the southeast',
    );
  });
});

test('the age and the stops before read naturally', () => {
  expect(ageText(0)).toBe('Updated just now');
  expect(ageText(2 * MINUTE + 5)).toBe('Updated 2 min ago');
  expect(ageText(121 * MINUTE)).toBe('Updated 2 hours ago');
  expect(stopsBeforeText(0)).toBe('You’re the next stop');
  expect(stopsBeforeText(1)).toBe('1 stop before yours');
  expect(stopsBeforeText(2)).toBe('2 stops before yours');
});
