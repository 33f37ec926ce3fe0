/** The facts of an appointment whose change moves its version (D95). */
import type { FieldValue } from '../changed-meanwhile';
import { type Cents, type GallonTenths, toDollars, toGallons } from '../money';
import { ORDER_FIELDS } from '../order/order';
import { timeSlotLabel } from '../slots/time-slots';

/** Columns: the order, time, place, driver, price and status. Not the position, arrival or payment. */
export const VERSIONED = [
  ...ORDER_FIELDS,
  'status',
  'date',
  'slotIndex',
  'driverId',
  'unitPriceCents',
  'customUnitPriceCents',
] as const;
export type Versioned = (typeof VERSIONED)[number];

type ToldField = { field: string; value: (stored: never) => FieldValue; isForStaff?: true };
const asIs = (field: string): ToldField => ({ field, value: (stored: FieldValue) => stored });

/** Each as forms and outside callers know it. The unit price follows the fuel, and is not told. */
const TOLD: Readonly<Record<Exclude<Versioned, 'unitPriceCents'>, ToldField>> = {
  status: asIs('status'),
  date: asIs('date'),
  slotIndex: { field: 'time', value: timeSlotLabel },
  location: asIs('location'),
  slipNumber: asIs('slipNumber'),
  fuelType: asIs('fuelType'),
  estimatedGallonsTenths: {
    field: 'estimatedGallons',
    value: (tenths: GallonTenths) => toGallons(tenths),
  },
  canType: asIs('canType'),
  smallIceBags: asIs('smallIceBags'),
  mediumIceBags: asIs('mediumIceBags'),
  largeIceBags: asIs('largeIceBags'),
  driverId: { ...asIs('driverId'), isForStaff: true },
  customUnitPriceCents: {
    field: 'customFuelPrice',
    value: (cents: Cents) => toDollars(cents),
    isForStaff: true,
  },
};

/** The columns that a reader is told of, each with its name and value outside. */
export function toldColumns({ isStaff }: { isStaff: boolean }) {
  return Object.entries(TOLD)
    .filter(([, { isForStaff }]) => isStaff || !isForStaff)
    .map(([column, { field, value }]) => ({
      column: column as keyof typeof TOLD,
      field,
      /** Null and what is left out stay null. */
      told: (stored: unknown): FieldValue =>
        stored === undefined || stored === null ? null : value(stored as never),
    }));
}
