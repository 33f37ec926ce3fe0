import { describe, expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { EMPTY_ORDER } from '@/domain/order/order';
import { givenNameOf } from '@/domain/units';
import { bookingOperations } from './operations/booking';
import { changeOperations } from './operations/changes';

const least = { date: '2026-06-13', time: '10:00 AM - 12:00 PM', location: 'Dock 4' };

function read(id: string, sent: object): Record<string, unknown> {
  const operation = [...bookingOperations, ...changeOperations].find((one) => one.id === id);
  return z.parse(operation?.body as z.ZodMiniType<Record<string, unknown>>, sent);
}

const withDefault = Object.entries(EMPTY_ORDER).map(([field, value]) => ({
  name: givenNameOf(field),
  isNumber: typeof value === 'number',
}));
const names = withDefault.map(({ name }) => name);
const numbers = withDefault.filter(({ isNumber }) => isNumber).map(({ name }) => name);

describe('outside callers', () => {
  test.each(names)('omit %s from a new appointment with null', (name) => {
    expect(read('bookAppointment', { ...least, [name]: null })[name]).toBeUndefined();
  });

  test.each(numbers)('send %s as a number or as its digits', (name) => {
    for (const sent of [12, '12']) {
      expect(Number(read('bookAppointment', { ...least, [name]: sent })[name])).toBe(12);
      expect(Number(read('changeAppointment', { [name]: sent })[name])).toBe(12);
    }
  });
});
