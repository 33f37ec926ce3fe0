import { expect, test } from 'bun:test';
import { changeNews, dayNews, hasNewChange } from './day-news';
import type { Day } from './driver-day';

const stop = (id: string, over: object = {}) => ({
  id,
  publicCode: `D-${id}`,
  location: 'Eagle Point',
  time: '10:00 AM - 12:00 PM',
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

const CHANGE = { id: 7, by: 'dispatch', facts: [{ text: '10 → 20 gal' }] };

test('the news names who changed a stop, and what', () => {
  const [changed] = day([stop('A', { change: CHANGE })]).deliveries;
  if (!changed) throw new Error('the day has no stop');
  expect(changeNews(changed)).toMatchObject({
    ...{ publicCode: 'D-A', what: 'Dispatch changed this stop: 10 → 20 gal.' },
  });
});

test('a change is new once', () => {
  const before = day([stop('A')]);
  const after = day([stop('A', { change: CHANGE })]);
  expect(hasNewChange(before, after)).toBe(true);
  expect(hasNewChange(after, after)).toBe(false);
  expect(hasNewChange(after, before)).toBe(false);
  expect(newsTexts(before, after)).toEqual([]);
});

test("the news leaves out the driver's own actions, other days, and other drivers", () => {
  const before = day([stop('A'), stop('B', { status: 'scheduled' })]);
  const underWay = stop('B', { status: 'en_route', smallIceBags: 3 });
  const after = day([underWay, stop('W')], { done: [{ id: 'A' }] });
  expect(newsTexts(before, after, new Set(['W']))).toEqual([]);
  expect(newsTexts(before, day([], { date: '2026-06-14' }))).toEqual([]);
  expect(newsTexts(before, day([], { driver: { id: 2 } }))).toEqual([]);
});
