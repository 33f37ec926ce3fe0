/** The fields of an appointment that increase its version when they change. */

import type { CalendarDate } from '../dates';
import type { FieldValue } from '../edit-conflict';
import type { GallonTenths, UnitPrice } from '../money';
import { ORDER_FIELDS, type Order } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';
import { givenNameOf, givenValueOf } from '../units';
import type { AppointmentStatus } from './status';

/** The values of the versioned columns. */
export type VersionedValues = Order & {
  actualGallonsTenths: GallonTenths | null;
  status: AppointmentStatus;
  date: CalendarDate;
  slotIndex: number;
  driverId: number | null;
  unitPriceCents: UnitPrice;
  customUnitPriceCents: UnitPrice | null;
};
type Versioned = keyof VersionedValues;

/**
 * The versioned columns: the order, the delivered amounts, time, dock, driver, price, and status.
 * Another boat also counts as a change, but a boat's facts don't. Position, arrival, and payment
 * aren't versioned.
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

/**
 * Columns that have another name or format outside, or that only staff see. Null means that nobody
 * sees the column.
 */
const TOLD: { readonly [C in Versioned]?: Told<C> | null } = {
  slotIndex: { field: 'time', value: timeSlotLabel },
  driverId: { isForStaff: true },
  customUnitPriceCents: { isForStaff: true },
  // The unit price only changes together with the fuel, so it isn't listed separately.
  unitPriceCents: null,
};

/**
 * The boat, by name. A boat that staff type has no ID, and audit entries have only the name, which
 * a row has among the boat's facts.
 */
const BOAT = {
  column: 'boatName',
  field: 'boat',
  visibleValue: (stored: StoredBoat | null): FieldValue =>
    stored?.boatName ?? stored?.boat?.name ?? null,
};
export type StoredBoat = { boatName?: string | null; boat?: { name: string } | null };

/** Returns the columns that a reader may see, with their names and formats outside. */
export function visibleColumns({ isStaff }: { isStaff: boolean }) {
  return [...VERSIONED.flatMap((column) => toldColumn(column, isStaff) ?? []), BOAT];
}

function toldColumn<C extends Versioned>(column: C, isStaff: boolean) {
  const how: Told<C> | null | undefined = TOLD[column];
  if (how === null || (how?.isForStaff && !isStaff)) return null;
  const value = how?.value ?? ((stored: FieldValue) => givenValueOf(column, stored));
  return {
    column,
    field: how?.field ?? givenNameOf(column),
    /** Null and missing values become null. */
    visibleValue: (stored: Partial<VersionedValues> | null): FieldValue => {
      const current = stored?.[column];
      return current === undefined || current === null ? null : value(current);
    },
  };
}
