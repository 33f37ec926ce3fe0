import { expect, test } from 'bun:test';
import type { Actor } from '../roles';
import { type LoggedChange, topicsOf } from './topics';

const user = (over: object): Actor => ({
  kind: 'user',
  userId: 'sam',
  role: 'customer',
  name: 'Sam',
  driverId: null,
  ...over,
});
const appointment: LoggedChange = {
  topic: 'appointments',
  appointmentId: 'a1',
  userId: 'sam',
  driverId: 7,
  slots: true,
};

test('news of an appointment goes to its owner, its driver, and staff, and others get only the spots', () => {
  expect(topicsOf(appointment, user({}))).toEqual(['slots', 'own-appointments']);
  expect(topicsOf(appointment, user({ userId: 'other' }))).toEqual(['slots']);
  expect(
    topicsOf(appointment, {
      kind: 'guest',
      held: [{ appointmentId: 'a0' }, { appointmentId: 'a1' }],
    }),
  ).toEqual(['slots', 'own-appointments']);
  expect(topicsOf(appointment, { kind: 'guest', held: [{ appointmentId: 'a2' }] })).toEqual([
    'slots',
  ]);
  expect(topicsOf(appointment, { kind: 'visitor' })).toEqual(['slots']);
  expect(topicsOf(appointment, user({ userId: 'd', role: 'driver', driverId: 7 }))).toEqual([
    'slots',
    'deliveries',
  ]);
  expect(topicsOf(appointment, user({ userId: 'd', role: 'driver', driverId: 8 }))).toEqual([
    'slots',
  ]);
  expect(topicsOf(appointment, user({ userId: 'boss', role: 'admin' }))).toEqual([
    'slots',
    'staff',
    'deliveries',
  ]);
});

test('a note on an appointment isn’t news for strangers', () => {
  expect(topicsOf({ ...appointment, slots: false }, { kind: 'visitor' })).toEqual([]);
});

test('news of prices, support, and weather goes to every caller', () => {
  const change = {
    ...appointment,
    appointmentId: null,
    userId: null,
    driverId: null,
    slots: false,
  };
  for (const topic of ['prices', 'support', 'weather'] as const) {
    expect(topicsOf({ ...change, topic }, { kind: 'visitor' })).toEqual([topic]);
  }
});

test('changes about a driver go only to that driver and to staff', () => {
  const change = { ...appointment, topic: 'drivers' as const, userId: null, slots: false };
  expect(topicsOf(change, user({ userId: 'd', role: 'driver', driverId: 7 }))).toEqual([
    'deliveries',
  ]);
  expect(topicsOf(change, user({ userId: 'd', role: 'driver', driverId: 8 }))).toEqual([]);
  expect(topicsOf(change, user({ userId: 'boss', role: 'admin' }))).toEqual([
    'staff',
    'deliveries',
  ]);
});
