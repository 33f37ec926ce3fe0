import { describe, expect, test } from 'bun:test';
import { type RouteEvent, reviewText, routeText } from './push-texts';

const SATURDAY = '2026-06-13';
const stop = (kind: 'assigned' | 'removed', over: object = {}): RouteEvent => ({
  ...{ kind, id: 'a', date: SATURDAY, when: '10:00 AM - 12:00 PM', place: 'Eagle Point, Slip 4' },
  ...over,
});
const changed: RouteEvent = {
  ...{ kind: 'changed', id: 'b', place: 'Eagle Point' },
  text: 'Dispatch changed this stop: 10 → 20 gal',
};

describe('a driver’s notification', () => {
  test('names one stop’s time and place, and opens it', () => {
    expect(routeText([stop('assigned')])).toEqual({
      ...{
        title: 'New stop for Saturday, June 13',
        body: '10:00 AM - 12:00 PM, Eagle Point, Slip 4',
      },
      ...{ url: '/driver#stop=a', tag: 'route' },
    });
    expect(routeText([stop('removed')])?.title).toBe('Stop removed for Saturday, June 13');
    expect(routeText([changed])).toMatchObject({
      ...{ title: 'Eagle Point', body: 'Dispatch changed this stop: 10 → 20 gal' },
    });
    expect(routeText([{ kind: 'moved', date: SATURDAY }])?.title).toBe(
      'New order of stops for Saturday, June 13',
    );
  });

  test('counts many stops', () => {
    const many = Array.from({ length: 12 }, () => stop('assigned'));
    expect(routeText(many)?.title).toBe('12 stops assigned for Saturday, June 13');
    expect(routeText([...many, stop('assigned', { date: '2026-06-14' })])?.title).toBe(
      '13 stops assigned',
    );
  });

  test('sums up different events', () => {
    const events = [stop('assigned'), stop('removed'), changed];
    expect(routeText([...events, { kind: 'moved', date: SATURDAY }])).toMatchObject({
      title: 'Your route changed',
      body: '1 stop assigned, 1 stop removed, 1 stop changed, new order of stops.',
    });
  });

  test('isn’t sent if none of its events is still true', () => {
    expect(routeText([])).toBeNull();
    expect(reviewText([])).toBeNull();
  });
});

test('a notification to staff opens its item, and counts several', () => {
  const item = { appointmentId: 'a1', label: 'Load short', isReply: false };
  expect(reviewText([item])).toMatchObject({
    ...{ title: 'Needs attention', body: 'Load short', url: '/admin/review?delivery=a1' },
  });
  expect(reviewText([{ ...item, label: 'Customer replied', isReply: true }])?.title).toBe(
    'A customer replied',
  );
  expect(reviewText([item, item])).toMatchObject({
    ...{ title: '2 new items need attention', body: 'Load short' },
  });
});
