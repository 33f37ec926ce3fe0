import type { ConflictFact, ConflictFacts } from '@/client/components/form/use-edit-conflict';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate } from '@/domain/dates';
import { ORDER_FACTS, ORDER_FIELDS, type Order } from '@/domain/order/order';
import { givenNameOf, storedValueOf } from '@/domain/units';
import { priceFact } from './price-fact';

/** Describes a field of an order. Its text function expects the stored value. */
function orderFact<K extends keyof Order>(field: K): ConflictFact {
  const { label, text } = ORDER_FACTS[field];
  return { label, text: (value) => text(storedValueOf(field, value) as NonNullable<Order[K]>) };
}

/** The fields of an appointment that someone else may have changed. */
export const APPOINTMENT_FACTS: ConflictFacts = {
  status: {
    label: 'Status',
    text: (status) => STATUS_LABELS[status as AppointmentStatus] ?? String(status),
  },
  date: { label: 'Date', text: (date) => formatLongDate(String(date)) },
  time: { label: 'Time window' },
  ...Object.fromEntries(ORDER_FIELDS.map((field) => [givenNameOf(field), orderFact(field)])),
  estimatedGallons: { label: 'Gallons', text: (gallons) => `${gallons} gal` },
  actualGallons: { label: 'Actual gallons', text: (gallons) => `${gallons} gal` },
  boat: { label: 'Boat' },
  customFuelPrice: priceFact('Custom fuel price'),
};

/** Adds the driver's name for staff. */
export function staffFacts(drivers: readonly { id: number; name: string }[]): ConflictFacts {
  const text = (driverId: unknown) =>
    drivers.find(({ id }) => id === driverId)?.name ?? `#${driverId}`;
  return { ...APPOINTMENT_FACTS, driverId: { label: 'Driver', text } };
}
