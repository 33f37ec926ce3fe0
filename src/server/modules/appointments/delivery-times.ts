import type { AppointmentRow } from '@/db/schema';
import type { DeliveryTimes } from '@/domain/ics';
import { timeSlotOf } from '@/domain/slots/time-slots';
import { instantOf } from '@/domain/time';

/**
 * Returns an appointment's times as a calendar event. The customer's file and staff feeds share the
 * event.
 */
export function deliveryTimes(row: AppointmentRow, timeZone: string): DeliveryTimes {
  const { startMinutes, endMinutes } = timeSlotOf(row.slotIndex);
  const at = (minutes: number) => instantOf({ date: row.date, minutes }, timeZone);
  return {
    uid: `${row.id}@dockside`,
    start: at(startMinutes),
    end: at(endMinutes),
    changedAt: row.updatedAt,
    sequence: row.version,
    tentative: row.status === 'pending',
  };
}
