/** The facts of an appointment whose change moves its version (D95). */
import type { FieldValue } from '../changed-meanwhile';
import { ORDER_FIELDS } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';
import { givenNameOf, givenValueOf } from '../units';

/**
 * Columns: the order and what was delivered of it, time, place, driver, price and status. Not the
 * position, arrival or payment.
 */
export const VERSIONED = [
  ...ORDER_FIELDS,
  'actualGallonsTenths',
  'status',
  'date',
  'slotIndex',
  'driverId',
  'unitPriceCents',
  'customUnitPriceCents',
] as const;
export type Versioned = (typeof VERSIONED)[number];

type ToldField = { field?: string; value?: (stored: never) => FieldValue; isForStaff?: true };

/** What differs from the way in which forms and outside callers give a column; null is not told. */
const TOLD: Readonly<Partial<Record<Versioned, ToldField | null>>> = {
  slotIndex: { field: 'time', value: timeSlotLabel },
  driverId: { isForStaff: true },
  customUnitPriceCents: { isForStaff: true },
  // It follows the fuel.
  unitPriceCents: null,
};

/** The columns that a reader is told of, each with its name and value outside. */
export function toldColumns({ isStaff }: { isStaff: boolean }) {
  return VERSIONED.flatMap((column) => {
    const how = TOLD[column] === undefined ? {} : TOLD[column];
    if (how === null || (how.isForStaff && !isStaff)) return [];
    const value = how.value ?? ((stored: FieldValue) => givenValueOf(column, stored));
    return {
      column,
      field: how.field ?? givenNameOf(column),
      /** Null and what is left out stay null. */
      told: (stored: unknown): FieldValue =>
        stored === undefined || stored === null ? null : value(stored as never),
    };
  });
}
