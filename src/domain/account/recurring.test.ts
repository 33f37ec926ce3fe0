import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, daysBetween } from '../dates';
import {
  nextDelivery,
  nextWeekday,
  RECURRING_PLANS,
  type RecurringPlan,
  recurringSchema,
  WEEKDAYS,
} from './recurring';

const PLANS = Object.keys(RECURRING_PLANS) as RecurringPlan[];

describe('the next weekday', () => {
  test.each([
    // June 13, 2026 is a Saturday.
    ['2026-06-13', 'Saturday', '2026-06-20'],
    ['2026-06-13', 'Sunday', '2026-06-14'],
    ['2026-06-13', 'Friday', '2026-06-19'],
    ['2026-12-30', 'Friday', '2027-01-01'],
  ] as const)('after %s, %s is %s', (date, day, next) => {
    expect(nextWeekday(date, day)).toBe(next);
  });

  test('is always 1 to 7 days ahead', () => {
    for (const day of WEEKDAYS) {
      const next = nextWeekday('2026-03-06', day);
      expect(WEEKDAYS[new Date(`${next}T00:00:00Z`).getUTCDay()]).toBe(day);
      expect(next > '2026-03-06' && next <= '2026-03-13').toBe(true);
    }
  });
});

test('the next delivery keeps its interval and skips past dates', () => {
  expect(nextDelivery('2026-06-20', 'weekly', '2026-06-13')).toBe('2026-06-27');
  expect(nextDelivery('2026-06-20', 'every-two-weeks', '2026-06-13')).toBe('2026-07-04');
  expect(nextDelivery('2026-06-20', 'every-four-weeks', '2026-09-01')).toBe('2026-09-12');
});

test('the next delivery keeps its weekday after a pause of any length', () => {
  const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
  const anyDate = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('2000-01-01', days));
  fc.assert(
    fc.property(anyDate, anyDate, fc.constantFrom(...PLANS), (date, today, plan) => {
      const { days } = RECURRING_PLANS[plan];
      const next = nextDelivery(date, plan, today);
      expect(weekday(next)).toBe(weekday(date));
      expect(next > today && next > date).toBe(true);
      expect(daysBetween(date, next) % days).toBe(0);
      // The previous date is either past or the given date.
      const before = addDays(next, -days);
      expect(before <= today || before === date).toBe(true);
    }),
  );
});

test('an empty order can’t recur', () => {
  const order = { planType: 'weekly', deliveryDay: 'Friday', fuelType: 'Regular' };
  expect(recurringSchema.safeParse({ ...order, gallons: 1 }).success).toBe(true);
  for (const gallons of [0, 71, 1.5]) {
    expect(recurringSchema.safeParse({ ...order, gallons }).success).toBe(false);
  }
});
