import { expect, test } from 'bun:test';
import { toTenths } from '@/domain/money';
import { dayNews } from './day-news';
import type { Day } from './driver-day';

const stop = (id: string, over: object = {}) => ({
  id,
  publicCode: `D-${id}`,
  location: 'Eagle Point',
  time: '10:00 AM - 12:00 PM',
  estimatedGallonsTenths: toTenths(10),
  smallIceBags: 0,
  fillUp: false,
  ...over,
});
const day = (deliveries: object[], over: object = {}) =>
  ({ date: '2026-06-13', driver: { id: 1 }, done: [], deliveries, ...over }) as unknown as Day;
const NO_OWN = new Set<string>();
const newsTexts = (before: Day, after: Day, own = NO_OWN) =>
  dayNews(before, after, own).map(({ publicCode, what }) => `${publicCode} ${what}`);

test('the news lists stops that dispatch adds or removes', () => {
  const before = day([stop('A'), stop('B')]);
  expect(newsTexts(before, day([stop('B'), stop('C')]))).toEqual([
    'D-A Removed from your route.',
    'D-C New on your route, 10:00 AM - 12:00 PM.',
  ]);
});

test("the news lists an order's changes field by field", () => {
  const changed = { estimatedGallonsTenths: toTenths(20), smallIceBags: 3, fillUp: true };
  expect(newsTexts(day([stop('A')]), day([stop('A', { ...changed, time: 'Noon' })]))).toEqual([
    'D-A Time: 10:00 AM - 12:00 PM, now Noon. Estimated gallons: 10, now 20. Fill up: none, now yes. Small ice bags: 0, now 3.',
  ]);
});

test('the news names another boat', () => {
  const on = (boat: object | null) => day([stop('A', { boat })]);
  expect(newsTexts(on({ name: 'Gull' }), on({ name: 'Heron' }))).toEqual([
    'D-A Boat: Gull, now Heron.',
  ]);
  expect(newsTexts(on(null), on({ name: 'Gull' }))).toEqual(['D-A Boat: none, now Gull.']);
  expect(newsTexts(on({ name: 'Gull' }), on({ name: 'Gull', fuelCapacity: 30 }))).toEqual([]);
  expect(newsTexts(day([stop('A')]), on({ name: 'Gull' }))).toEqual([]);
});

test("the news leaves out the driver's own actions, other days, and other drivers", () => {
  const before = day([stop('A'), stop('B', { status: 'scheduled' })]);
  const underWay = stop('B', { status: 'en_route', smallIceBags: 3 });
  const after = day([underWay, stop('W')], { done: [{ id: 'A' }] });
  expect(newsTexts(before, after, new Set(['W']))).toEqual([]);
  expect(newsTexts(before, day([], { date: '2026-06-14' }))).toEqual([]);
  expect(newsTexts(before, day([], { driver: { id: 2 } }))).toEqual([]);
});
