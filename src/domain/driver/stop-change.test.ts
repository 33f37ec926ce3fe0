import { describe, expect, test } from 'bun:test';
import { toTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import { timeSlotIndexOf } from '../slots/time-slots';
import {
  changedFacts,
  changeOnLockScreen,
  type StopFacts,
  type StoredStopChange,
  stopChangeOf,
  stopChangeText,
} from './stop-change';

const STOP: StopFacts = {
  ...EMPTY_ORDER,
  ...{ location: 'Eagle Point', slipNumber: '4', driverNote: null, boatName: 'Gull' },
  ...{ date: '2026-06-13', slotIndex: timeSlotIndexOf('10:00 AM - 12:00 PM') },
  estimatedGallonsTenths: toTenths(10),
};
const ZONE = 'America/Detroit';
const MORNING = Date.parse('2026-06-13T08:00:00-04:00');
let lastId = 0;
const change = (before: Partial<StopFacts>, over: Partial<StoredStopChange> = {}) => ({
  ...{ id: ++lastId, before: { ...STOP, ...before }, by: 'dispatch' as const, at: MORNING },
  ...over,
});
const texts = (now: Partial<StopFacts>) =>
  changedFacts(STOP, { ...STOP, ...now }).map(({ text }) => text);

describe('a change of a stop', () => {
  test.each([
    [{ estimatedGallonsTenths: toTenths(20) }, '10 → 20 gal'],
    [{ fuelType: 'Premium' as const }, 'Regular → Premium'],
    [{ smallIceBags: 3 }, 'Small ice bags: 0 → 3'],
    [{ location: 'Sunset Marina' }, 'Eagle Point → Sunset Marina'],
    [{ slipNumber: null }, 'Slip: 4 → none'],
    [
      { slotIndex: timeSlotIndexOf('2:00 PM - 4:00 PM') },
      '10:00 AM - 12:00 PM → 2:00 PM - 4:00 PM',
    ],
    [{ date: '2026-06-14' }, 'Jun 13 → Jun 14'],
    [{ driverNote: 'Gate 4711' }, 'Note for the driver: none → Gate 4711'],
    [{ boatName: 'Heron' }, 'Boat: Gull → Heron'],
    [{ fillUp: true }, 'Fill up: none → yes'],
  ])('is one line: %p', (now, line) => {
    expect(texts(now)).toEqual([line]);
  });

  test('names the person who made it', () => {
    const facts = changedFacts(STOP, { ...STOP, estimatedGallonsTenths: toTenths(20) });
    expect(stopChangeText({ by: 'dispatch', facts })).toBe(
      'Dispatch changed this stop: 10 → 20 gal',
    );
    expect(stopChangeText({ by: 'customer', facts })).toBe(
      'The customer changed this stop: 10 → 20 gal',
    );
    expect(stopChangeText({ by: null, facts })).toBe('This stop changed: 10 → 20 gal');
  });

  test('shows no note and no boat’s name on a locked phone', () => {
    const now = { ...STOP, driverNote: 'Gate 4711', boatName: 'Anna Miller', smallIceBags: 2 };
    const text = changeOnLockScreen({ by: 'customer', facts: changedFacts(STOP, now) });
    expect(text).toBe(
      'The customer changed this stop: note for the driver, Small ice bags: 0 → 2, another boat',
    );
  });
});

describe('what a driver must acknowledge', () => {
  const now = { ...STOP, estimatedGallonsTenths: toTenths(20) };

  test('sums up several changes', () => {
    const first = change({});
    const second = change({ estimatedGallonsTenths: toTenths(15) });
    expect(stopChangeOf([first, second], now, ZONE)).toMatchObject({
      ...{ id: second.id, by: 'dispatch' },
      facts: [{ text: '10 → 20 gal' }],
    });
    const both = [first, { ...second, by: 'customer' as const }];
    expect(stopChangeOf(both, now, ZONE)?.by).toBeNull();
  });

  test('is nothing once a change was undone', () => {
    const undone = [change({}), change({ estimatedGallonsTenths: toTenths(20) })];
    expect(stopChangeOf(undone, STOP, ZONE)).toBeNull();
    expect(stopChangeOf([], STOP, ZONE)).toBeNull();
  });

  test('leaves out changes before the day of the delivery', () => {
    const early = change({ estimatedGallonsTenths: toTenths(5) }, { at: MORNING - 86_400_000 });
    expect(stopChangeOf([early], now, ZONE)).toBeNull();
    expect(stopChangeOf([early, change({})], now, ZONE)).toMatchObject({
      facts: [{ text: '10 → 20 gal' }],
    });
  });
});
