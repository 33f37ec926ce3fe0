import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { TIME_SLOTS } from '../slots/time-slots';
import { localMoment } from '../time';
import { timeSlotAt, walkUpMoment } from './walk-up';

const ZONE = 'America/New_York';
const at = (local: string) => Date.parse(`2026-06-13T${local}:00-04:00`);
const TODAY = '2026-06-13';

describe('the time slot of a walk-up', () => {
  test('is the current one, the next one, or the last one of the day', () => {
    expect(timeSlotAt(7 * 60).index).toBe(0);
    expect(timeSlotAt(11 * 60 + 59).index).toBe(0);
    expect(timeSlotAt(12 * 60).index).toBe(1);
    expect(timeSlotAt(20 * 60).index).toBe(TIME_SLOTS.length - 1);
  });

  test('is based on the time it was pressed if the device has the same date', () => {
    const now = at('15:00');
    const pressedAt = new Date(at('10:30')).toISOString();
    expect(walkUpMoment({ shownDate: TODAY, pressedAt, now }, ZONE)).toEqual({
      ...{ date: TODAY, slotIndex: 0 },
    });
    // The clocks: one is ahead, one is off by a day, and one isn't sent at all.
    for (const wrong of [at('19:00'), at('10:30') + 86_400_000]) {
      const told = { shownDate: TODAY, pressedAt: new Date(wrong).toISOString(), now };
      expect(walkUpMoment(told, ZONE).slotIndex).toBe(2);
    }
    expect(walkUpMoment({ pressedAt: 'noon', now }, ZONE).slotIndex).toBe(2);
  });

  test('is the current one if the device’s time is impossible', () => {
    const now = at('15:00');
    for (const pressedAt of [
      '+275760-09-13T00:00:00Z',
      '-271821-04-20T00:00:00Z',
      '9999-12-31',
      '0',
    ]) {
      expect(walkUpMoment({ pressedAt, now }, ZONE)).toEqual({ date: TODAY, slotIndex: 2 });
      expect(walkUpMoment({ pressedAt, now }, 'Pacific/Kiritimati').slotIndex).toBe(0);
    }
  });

  test('stays on the day that the device showed if it’s sent a day late', () => {
    const now = at('09:00') + 86_400_000;
    const pressedAt = new Date(at('12:30')).toISOString();
    const kept = { date: TODAY, slotIndex: 1 };
    expect(walkUpMoment({ shownDate: TODAY, pressedAt, now }, ZONE)).toEqual(kept);
    expect(walkUpMoment({ shownDate: TODAY, now }, ZONE)).toEqual({ date: TODAY, slotIndex: 2 });
  });

  test('is never in the future, and never older than 3 days', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.integer({ min: -10, max: 10 }),
        fc.integer({ min: -10, max: 10 }),
        (day, shown, pressed) => {
          const now = day.getTime();
          const told = {
            shownDate: localMoment(now + shown * 86_400_000, ZONE).date,
            pressedAt: new Date(now + pressed * 86_400_000).toISOString(),
            now,
          };
          const { date } = walkUpMoment(told, ZONE);
          expect(date <= localMoment(now, ZONE).date).toBe(true);
          expect(date >= localMoment(now - 3 * 86_400_000, ZONE).date).toBe(true);
        },
      ),
    );
  });
});
