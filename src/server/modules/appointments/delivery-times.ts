import type { AppointmentRow } from '@/db/schema';
import type { DeliveryTimes } from '@/domain/ics';
import { timeSlotInstants } from '@/domain/route/lateness';

/**
 * Returns an appointment's times as a calendar event. The file that customers download and the
 * staff feeds contain the same event.
 */
export function deliveryTimes(row: AppointmentRow, timeZone: string): DeliveryTimes {
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
