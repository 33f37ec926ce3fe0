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
const booking: LoggedChange = {
  topic: 'appointments',
  appointmentId: 'a1',
  userId: 'sam',
  driverId: 7,
  slots: true,
};

test('a booking is told to its owner, its driver and staff; others hear only of the place', () => {
  expect(topicsOf(booking, user({}))).toEqual(['slots', 'bookings']);
  expect(topicsOf(booking, user({ userId: 'other' }))).toEqual(['slots']);
  expect(topicsOf(booking, { kind: 'guest', appointmentId: 'a1' })).toEqual(['slots', 'bookings']);
  expect(topicsOf(booking, { kind: 'guest', appointmentId: 'a2' })).toEqual(['slots']);
  expect(topicsOf(booking, { kind: 'visitor' })).toEqual(['slots']);
  expect(topicsOf(booking, user({ userId: 'd', role: 'driver', driverId: 7 }))).toEqual([
    'slots',
    'deliveries',
  ]);
  expect(topicsOf(booking, user({ userId: 'd', role: 'driver', driverId: 8 }))).toEqual(['slots']);
  expect(topicsOf(booking, user({ userId: 'boss', role: 'admin' }))).toEqual([
    'slots',
    'staff',
    'deliveries',
  ]);
});

test('a note on a booking says nothing to strangers', () => {
  expect(topicsOf({ ...booking, slots: false }, { kind: 'visitor' })).toEqual([]);
});

test('prices, support and weather are told to everybody', () => {
  const change = { ...booking, appointmentId: null, userId: null, driverId: null, slots: false };
  for (const topic of ['prices', 'support', 'weather'] as const) {
    expect(topicsOf({ ...change, topic }, { kind: 'visitor' })).toEqual([topic]);
  }
});

test('a change of a driver is told to that driver and to staff, and wakes no other', () => {
  const change = { ...booking, topic: 'drivers' as const, userId: null, slots: false };
  expect(topicsOf(change, user({ userId: 'd', role: 'driver', driverId: 7 }))).toEqual([
    'deliveries',
  ]);
  expect(topicsOf(change, user({ userId: 'd', role: 'driver', driverId: 8 }))).toEqual([]);
  expect(topicsOf(change, user({ userId: 'boss', role: 'admin' }))).toEqual([
    'staff',
    'deliveries',
  ]);
});
