import type { MeanwhileFact, MeanwhileFacts } from '@/client/components/use-meanwhile';
import { type AppointmentStatus, STATUS_LABELS } from '@/domain/appointment/status';
import { formatLongDate } from '@/domain/dates';
import { CAN_TYPE_LABELS, type CanType } from '@/domain/order/options';

const plain = (label: string): MeanwhileFact => ({ label });
const perGallon = (dollars: unknown) => `$${Number(dollars).toFixed(2)}`;

/** The fields of an appointment that another call may have changed. */
export const APPOINTMENT_FACTS: MeanwhileFacts = {
  status: {
    label: 'Status',
    text: (status) => STATUS_LABELS[status as AppointmentStatus] ?? String(status),
  },
  date: { label: 'Date', text: (date) => formatLongDate(String(date)) },
  time: plain('Time window'),
  location: plain('Location'),
  slipNumber: plain('Slip'),
  fuelType: plain('Fuel type'),
  estimatedGallons: { label: 'Gallons', text: (gallons) => `${gallons} gal` },
  canType: {
    label: 'Can type',
    text: (canType) => CAN_TYPE_LABELS[canType as CanType] ?? String(canType),
  },
  smallIceBags: plain('Small ice bags'),
  mediumIceBags: plain('Medium ice bags'),
  largeIceBags: plain('Large ice bags'),
  customFuelPrice: {
    label: 'Custom fuel price',
    text: perGallon,
    typed: (dollars) => (dollars === null ? '' : Number(dollars).toFixed(2)),
  },
};

/** The same for staff, who know the drivers by name. */
export function staffFacts(drivers: readonly { id: number; name: string }[]): MeanwhileFacts {
  const text = (driverId: unknown) =>
    drivers.find(({ id }) => id === driverId)?.name ?? `no. ${driverId}`;
  return { ...APPOINTMENT_FACTS, driverId: { label: 'Driver', text } };
}
