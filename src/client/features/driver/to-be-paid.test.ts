import { expect, test } from 'bun:test';
import type { ShownDay } from './day/driver-day';
import { lastDue } from './to-be-paid';

const of = (day: object) => lastDue({ deliveries: [], done: [], ...day } as unknown as ShownDay);
const done = (id: string, doneAt: number, payLink: string | null = `/d/${id}`) => ({
  id,
  doneAt,
  payLink,
  status: 'completed',
});

test("the last completed delivery's payment code is shown until it's paid", () => {
  expect(of({ done: [done('b', 2), done('a', 1)] })).toMatchObject({ id: 'b', payLink: '/d/b' });
  expect(of({ done: [done('a', 1), done('b', 2, null)] })).toBeNull();
  expect(of({ done: [{ ...done('a', 1), status: 'cancelled' }] })).toBeNull();
  expect(of({})).toBeNull();
});

test("a completion that's waiting for signal counts as the last one", () => {
  const waiting = { id: 'c', waiting: 'complete', payLink: '/d/c' };
  expect(of({ deliveries: [waiting], done: [done('b', 2)] })).toMatchObject({ id: 'c' });
  const open = { id: 'd', waiting: null, payLink: '/d/d' };
  expect(of({ deliveries: [open] })).toBeNull();
});
