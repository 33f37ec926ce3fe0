import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, daysBetween } from '../dates';
import { WEEKDAYS } from './recurring';
import {
  advancedTo,
  dockFor,
  firstDate,
  hasPlace,
  nextDateAfterEdit,
  orderOfPlan,
} from './recurring-plan';

/** A Saturday. */
const TODAY = '2026-06-13';
const plan = { planType: 'weekly', deliveryDay: 'Monday', nextDelivery: '2026-06-22' } as const;

test('a plan’s gallons are the tenths of its order, and it has no medium bags', () => {
  const bags = { smallIceBags: 2, largeIceBags: 1 };
  expect(orderOfPlan({ fuelType: 'Premium', gallons: 20, fillUp: true, ...bags })).toMatchObject({
    fuelType: 'Premium',
    estimatedGallonsTenths: 200,
    fillUp: true,
    mediumIceBags: 0,
    ...bags,
  });
});

describe('the place', () => {
  const docks = [
    { id: 'far', label: 'Pier 4', isDefault: true },
    { id: 'home', label: '1 Lake Street', isDefault: false },
  ];

  test('is known with a dock or a location', () => {
    expect(hasPlace({ dockId: 'far' })).toBe(true);
    expect(hasPlace({ location: 'Pier 9' })).toBe(true);
    expect(hasPlace({ dockId: null, location: '' })).toBe(false);
  });

  test('is the default dock, unless the profile’s address is a dock', () => {
    expect(dockFor({ location: null }, docks, '7 Hill Road')).toBe('far');
    expect(dockFor({ location: null }, docks, '1 lake street')).toBe(null);
    expect(dockFor({ location: 'Pier 9' }, docks, '7 Hill Road')).toBe(null);
    expect(dockFor({ location: null }, [], '7 Hill Road')).toBe(null);
  });
});

describe('the first date', () => {
  test('is the next such weekday, within the week', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WEEKDAYS), fc.integer({ min: 0, max: 800 }), (day, days) => {
        const from = addDays(TODAY, days);
        const first = firstDate(from, { deliveryDay: day });
        expect(WEEKDAYS[new Date(`${first}T00:00:00Z`).getUTCDay()]).toBe(day);
        expect(daysBetween(from, first)).toBeWithin(1, 8);
      }),
    );
  });

  test('may be the last one, but not after it', () => {
    const until = (endDate: string) => firstDate(TODAY, { deliveryDay: 'Monday', endDate });
    expect(until('2026-06-15')).toBe('2026-06-15');
    expect(() => until('2026-06-14')).toThrow('first delivery on Monday, June 15, 2026');
  });
});

describe('the next date after an edit', () => {
  const edited = (change: object) => nextDateAfterEdit(plan, { ...plan, ...change }, TODAY);

  test('stays if the day and the interval stay', () => {
    expect(edited({})).toBe('2026-06-22');
    expect(nextDateAfterEdit({ ...plan, nextDelivery: null }, plan, TODAY)).toBe(null);
  });

  test('is the new weekday nearest to one interval after the last date', () => {
    expect(edited({ deliveryDay: 'Wednesday' })).toBe('2026-06-24');
    expect(edited({ deliveryDay: 'Saturday' })).toBe('2026-06-20');
    expect(edited({ planType: 'every-two-weeks' })).toBe('2026-06-29');
  });

  test('is never in the past, and never after the end', () => {
    const today = '2026-06-26';
    expect(nextDateAfterEdit(plan, { ...plan, deliveryDay: 'Tuesday' }, today)).toBe('2026-06-30');
    expect(() => edited({ endDate: '2026-06-21' })).toThrow('first delivery on');
  });
});

test('a plan ends after its last date', () => {
  expect(advancedTo({ endDate: null }, TODAY)).toEqual({ nextDelivery: TODAY });
  expect(advancedTo({ endDate: TODAY }, TODAY)).toEqual({ nextDelivery: TODAY });
  expect(advancedTo({ endDate: '2026-06-12' }, TODAY)).toEqual({
    status: 'cancelled',
    nextDelivery: null,
  });
});
