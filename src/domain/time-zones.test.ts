import { expect, test } from 'bun:test';
import { deliveryTimes } from './delivery-times';
import { timeSlotInstants } from './route/lateness';
import { clockOffsets } from './time';
import {
  earlierToday,
  lengthText,
  offsetsOf,
  onlyZone,
  presentZone,
  withZone,
  zoneAt,
  zoneEffect,
} from './time-zones';

const [EAST, CENTRAL, WEST] = ['America/New_York', 'America/Chicago', 'America/Los_Angeles'];
const CHANGED = Date.parse('2026-06-13T16:00:00Z');
const moved = withZone(onlyZone(EAST), CENTRAL, CHANGED);

test('each moment has the zone that was in force', () => {
  expect(zoneAt(moved, CHANGED - 1)).toBe(EAST);
  expect(zoneAt(moved, CHANGED)).toBe(CENTRAL);
  expect(zoneAt(onlyZone(EAST), CHANGED)).toBe(EAST);
  expect(presentZone(moved)).toEqual({ zone: CENTRAL, from: CHANGED });
});

const row = {
  ...{ id: 'a', date: '2026-06-14', slotIndex: 0, status: 'confirmed' as const },
  ...{ version: 3, updatedAt: 1_000 },
};

test('an upcoming delivery keeps its window, so its calendar event moves and counts as changed', () => {
  const [before, after] = [deliveryTimes(row, onlyZone(EAST)), deliveryTimes(row, moved)];
  expect(after.start - before.start).toBe(3_600_000);
  expect(after.end - after.start).toBe(before.end - before.start);
  expect([before.sequence, after.sequence]).toEqual([3, 4]);
  expect([before.changedAt, after.changedAt]).toEqual([1_000, CHANGED]);
  // Back in the first zone, the event must not have an earlier number.
  const back = deliveryTimes(row, withZone(moved, EAST, CHANGED + 1));
  expect(back).toMatchObject({ start: before.start, sequence: 5 });
});

test("a past delivery's calendar event stays as it was", () => {
  const past = { ...row, date: '2026-06-12' };
  expect(deliveryTimes(past, moved)).toEqual(deliveryTimes(past, onlyZone(EAST)));
});

test('money keeps the date that it had when it moved', () => {
  const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-12-31T00:00:00Z')];
  expect(offsetsOf(onlyZone(EAST), from, to)).toEqual(clockOffsets(EAST, from, to));
  const offsets = offsetsOf(moved, from, to);
  const hours = offsets.map(({ offsetMs }) => offsetMs / 3_600_000);
  // Standard time, daylight saving time, then the other zone's.
  expect(hours).toEqual([-5, -4, -5, -6]);
  expect(offsets[2]?.from).toBe(CHANGED);
  expect(offsets.map((offset) => offset.from)).toEqual(
    offsets.map((offset) => offset.from).toSorted((a, b) => a - b),
  );
});

test('a change to a zone with the same clock moves no delivery', () => {
  const windows = [{ date: '2026-06-14', slotIndex: 0, deliveries: 2 }];
  expect(zoneEffect(windows, { from: EAST, to: 'America/Detroit' })).toEqual({
    ...{ deliveries: 2, moved: 0, laterMinutes: 0 },
  });
  expect(zoneEffect(windows, { from: EAST, to: WEST })).toMatchObject({ laterMinutes: 180 });
  expect(zoneEffect(windows, { from: WEST, to: EAST })).toMatchObject({ laterMinutes: -180 });
});

test('deliveries in summer and winter may move by different times', () => {
  const windows = ['2026-06-14', '2026-12-14'].map((date) => ({
    ...{ date, slotIndex: 1, deliveries: 3 },
  }));
  expect(zoneEffect(windows, { from: EAST, to: 'America/Phoenix' })).toEqual({
    ...{ deliveries: 6, moved: 6, laterMinutes: null },
  });
  const [winter] = windows.slice(1);
  expect(
    zoneEffect(winter ? [winter] : [], { from: 'America/Denver', to: 'America/Phoenix' }),
  ).toEqual({
    ...{ deliveries: 3, moved: 0, laterMinutes: 0 },
  });
});

test('the earlier of two dates counts as today', () => {
  const night = Date.parse('2026-06-14T04:30:00Z');
  expect(earlierToday(night, [EAST, CENTRAL])).toBe('2026-06-13');
  expect(earlierToday(night, [CENTRAL, EAST])).toBe('2026-06-13');
});

test('lengths of time are written in hours and minutes', () => {
  expect([60, 90, 45, 150, 1].map(lengthText)).toEqual([
    ...['1 hour', '1 hour and 30 minutes', '45 minutes', '2 hours and 30 minutes', '1 minute'],
  ]);
});

test('the windows of both zones have the same label and another instant', () => {
  const [east, west] = [EAST, WEST].map((zone) => timeSlotInstants('2026-06-14', 0, zone));
  expect((west?.beginsAt ?? 0) - (east?.beginsAt ?? 0)).toBe(3 * 3_600_000);
});
