import type { AppointmentStatus } from './appointment/status';
import type { DeliveryTimes } from './ics';
import { timeSlotInstants } from './route/lateness';

type Timed = {
  id: string;
  date: string;
  slotIndex: number;
  status: AppointmentStatus;
  version: number;
  updatedAt: number;
};

/**
 * Returns an appointment's times as a calendar event. The file that customers download, the one in
 * their emails, and the staff feeds contain the same event.
 */
export function deliveryTimes(row: Timed, timeZone: string): DeliveryTimes {
  const { beginsAt, endsAt } = timeSlotInstants(row.date, row.slotIndex, timeZone);
  return {
    uid: `${row.id}@dockside`,
    start: beginsAt,
    end: endsAt,
    changedAt: row.updatedAt,
    sequence: row.version,
    tentative: row.status === 'pending',
  };
}
