/** The facts of an appointment whose change moves its version. */

import type { CalendarDate } from '../dates';
import type { FieldValue } from '../edit-conflict';
import type { Cents, GallonTenths } from '../money';
import { ORDER_FIELDS, type Order } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';
import { givenNameOf, givenValueOf } from '../units';
import type { AppointmentStatus } from './status';

/** What the columns hold whose change moves the version. */
export type VersionedValues = Order & {
  actualGallonsTenths: GallonTenths | null;
  status: AppointmentStatus;
  date: CalendarDate;
  slotIndex: number;
  driverId: number | null;
  unitPriceCents: Cents;
  customUnitPriceCents: Cents | null;
};
type Versioned = keyof VersionedValues;

/**
 * Columns: the order and what was delivered of it, time, dock, driver, price and status. Not the
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
] as const satisfies readonly Versioned[];

type Told<C extends Versioned> = {
  field?: string;
  value?: (stored: NonNullable<VersionedValues[C]>) => FieldValue;
  isForStaff?: true;
};

/** What differs from the way in which forms and outside callers give a column; null is not told. */
const TOLD: { readonly [C in Versioned]?: Told<C> | null } = {
  slotIndex: { field: 'time', value: timeSlotLabel },
  driverId: { isForStaff: true },
  customUnitPriceCents: { isForStaff: true },
  // It follows the fuel.
  unitPriceCents: null,
};

/** The columns that a reader is told of, each with its name and value outside. */
export function toldColumns({ isStaff }: { isStaff: boolean }) {
  return VERSIONED.flatMap((column) => toldColumn(column, isStaff) ?? []);
}

function toldColumn<C extends Versioned>(column: C, isStaff: boolean) {
  const how: Told<C> | null | undefined = TOLD[column];
  if (how === null || (how?.isForStaff && !isStaff)) return null;
  const value = how?.value ?? ((stored: FieldValue) => givenValueOf(column, stored));
  return {
    column,
    field: how?.field ?? givenNameOf(column),
    /** Null and what is left out stay null. */
    toldOf: (stored: Partial<VersionedValues> | null): FieldValue => {
      const one = stored?.[column];
      return one === undefined || one === null ? null : value(one);
    },
  };
}
