import type { SelectOption } from '@/client/components/form/select';
import type { Outputs } from '@/client/lib/trpc';
import type { Appointment } from './appointment';

type Driver = Outputs['admin']['drivers'][number];

/** The active drivers and the appointment's own driver, who may be inactive or not loaded yet. */
export function driverOptions(
  drivers: Driver[],
  { driverId, driverName }: Appointment,
): SelectOption[] {
  const options = drivers.map(({ id, name, status }) => ({
    value: String(id),
    label: status === 'offline' ? `${name} (offline)` : name,
  }));
  const isListed = driverId === null || drivers.some(({ id }) => id === driverId);
  return isListed ? options : [{ value: String(driverId), label: driverName ?? '' }, ...options];
}
