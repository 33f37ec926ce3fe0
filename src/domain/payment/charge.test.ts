import { describe, expect, test } from 'bun:test';
import {
  CHARGE_STATES,
  type ChargeState,
  chargeMayBecome,
  chargeStatesBefore,
  isSettled,
  UNFINISHED_CHARGE_STATES,
} from './charge';

/**
 * The allowed transitions, written by hand. Rows are current states, and columns are next states.
 */
const GRID = `
                  held due unknown processing declined requires_action succeeded cash
  held             .    .     x        .         x            .            x      .
  due              .    .     x        x         x            x            x      x
  unknown          .    .     .        x         x            x            x      x
  processing       .    .     x        .         x            x            x      x
  declined         .    .     x        x         .            x            x      x
  requires_action  .    .     x        x         x            .            x      x
  succeeded        .    .     .        .         .            .            .      .
  cash             .    .     .        .         .            .            .      .`;

const [head = [], ...rows] = GRID.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as ChargeState[]);
const pairs = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, column) => ({
    from: from as ChargeState,
    to: head[column] as ChargeState,
    allowed: (cell as string) === 'x',
  })),
);

describe('a charge', () => {
  test('follows the table for every pair of states', () => {
    expect(pairs).toHaveLength(CHARGE_STATES.length ** 2);
    for (const { from, to, allowed } of pairs) {
      expect(`${from} → ${to}: ${chargeMayBecome(from, to)}`).toBe(`${from} → ${to}: ${allowed}`);
      expect(chargeStatesBefore(to).includes(from)).toBe(allowed);
    }
  });

  test('never leaves a settled state, and nothing becomes due again', () => {
    for (const from of CHARGE_STATES.filter(isSettled)) {
      for (const to of CHARGE_STATES) expect(chargeMayBecome(from, to)).toBe(false);
    }
    expect(chargeStatesBefore('due')).toEqual([]);
  });

  test('is settled only by card or cash', () => {
    expect(CHARGE_STATES.filter(isSettled)).toEqual(['succeeded', 'cash']);
  });

  test('can be settled from every unsettled state', () => {
    for (const from of CHARGE_STATES.filter((state) => !isSettled(state))) {
      expect(chargeMayBecome(from, 'succeeded')).toBe(true);
    }
  });

  test('accepts cash in every payable state, but not in review', () => {
    expect(chargeStatesBefore('cash')).toEqual([
      'due',
      'unknown',
      'processing',
      'declined',
      'requires_action',
    ]);
  });

  test('is continued by the sweeper if no other call will finish it', () => {
    expect([...UNFINISHED_CHARGE_STATES].sort()).toEqual(['due', 'processing', 'unknown']);
    expect(UNFINISHED_CHARGE_STATES.some(isSettled)).toBe(false);
  });
});
