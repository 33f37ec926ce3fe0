import { expect, test } from 'bun:test';
import { DomainError } from '../errors';
import {
  type ActorRole,
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  assertTransition,
  CLOSED_STATUSES,
  canTransition,
  MODIFIABLE_STATUSES,
  STATUS_LABELS,
  statusesBefore,
} from './status';

/**
 * The rules written by hand. Rows are current statuses, columns are next statuses, and `x` marks
 * the changes that the role may make. Drivers may complete a delivery that they set out for, or
 * report that it wasn't made.
 */
const GRIDS: Record<ActorRole, string> = {
  admin: `
               pending confirmed scheduled en_route completed cancelled
    pending       .        x         .        x         .         x
    confirmed     .        .         x        .         .         x
    scheduled     .        .         .        x         x         x
    en_route      .        .         x        .         x         x
    completed     .        .         .        .         .         .
    cancelled     .        .         .        .         .         .`,
  driver: `
               pending confirmed scheduled en_route completed cancelled
    pending       .        .         .        x         .         .
    confirmed     .        .         .        x         .         .
    scheduled     .        .         .        x         .         .
    en_route      .        .         x        .         x         x
    completed     .        .         .        .         .         .
    cancelled     .        .         .        .         .         .`,
  customer: `
               pending confirmed scheduled en_route completed cancelled
    pending       .        .         .        .         .         x
    confirmed     .        .         .        .         .         x
    scheduled     .        .         .        .         .         x
    en_route      .        .         .        .         .         .
    completed     .        .         .        .         .         .
    cancelled     .        .         .        .         .         .`,
  system: `
               pending confirmed scheduled en_route completed cancelled
    pending       .        .         .        .         .         x
    confirmed     .        .         .        .         .         .
    scheduled     .        .         .        .         .         .
    en_route      .        .         .        .         .         .
    completed     .        .         .        .         .         .
    cancelled     .        .         .        .         .         .`,
};

type Move = { role: ActorRole; from: AppointmentStatus; to: AppointmentStatus; allowed: boolean };

function movesOf(role: ActorRole, grid: string): Move[] {
  const [head = [], ...rows] = grid
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([from, ...cells]) =>
    cells.map((cell, column) => ({
      role,
      from: from as AppointmentStatus,
      to: head[column] as AppointmentStatus,
      allowed: cell === 'x',
    })),
  );
}

const moves = Object.entries(GRIDS).flatMap(([role, grid]) => movesOf(role as ActorRole, grid));

test('the grids cover every pair of statuses for every role', () => {
  expect(moves).toHaveLength(4 * 6 * 6);
  expect(new Set(moves.map(({ role, from, to }) => `${role} ${from} ${to}`)).size).toBe(144);
  expect(new Set(moves.map(({ from }) => from))).toEqual(new Set(APPOINTMENT_STATUSES));
});

test.each(Object.keys(GRIDS) as ActorRole[])(
  '%s moves as the grid says, for every pair',
  (role) => {
    for (const { from, to, allowed } of moves.filter((move) => move.role === role)) {
      const can = canTransition(from, to, role);
      expect(`${from} → ${to}: ${can}`).toBe(`${from} → ${to}: ${allowed}`);
      expect(statusesBefore(to, role).includes(from)).toBe(allowed);
      const ask = () => assertTransition(from, to, role);
      if (allowed) expect(ask).not.toThrow();
      else expect(ask).toThrow(DomainError);
    }
  },
);

test('a refused change is a conflict that names the current status', () => {
  const refusal = (() => {
    try {
      assertTransition('completed', 'cancelled', 'admin');
    } catch (error) {
      return error;
    }
  })() as DomainError;
  expect(refusal.code).toBe('conflict');
  expect(refusal.message).toBe('This appointment is completed and can’t be changed to cancelled.');
  expect(refusal.details).toEqual({ from: 'completed', to: 'cancelled' });
});

test('modifiable and closed statuses and their labels are listed', () => {
  expect(MODIFIABLE_STATUSES).toEqual(['pending', 'confirmed', 'scheduled']);
  expect(CLOSED_STATUSES).toEqual(['completed', 'cancelled']);
  expect(STATUS_LABELS).toEqual({
    pending: 'Pending',
    confirmed: 'Confirmed',
    scheduled: 'Scheduled',
    en_route: 'En Route',
    completed: 'Completed',
    cancelled: 'Cancelled',
  });
});
