import type { AppointmentStatus } from './appointment/status';
import type { DeliveryTimes } from './ics';
import { timeSlotInstants } from './route/lateness';
import { timeSlotOf } from './slots/time-slots';
import { type Zones, zoneNumberOn } from './time-zones';

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
 * their emails, and the staff feeds contain the same event. Another time zone moves a later delivery
 * to another instant, so it counts as a change of the event.
 */
export function deliveryTimes(row: Timed, zones: Zones): DeliveryTimes {
  const { date, slotIndex } = row;
  const number = zoneNumberOn(zones, { date, minutes: timeSlotOf(slotIndex).startMinutes });
  const { zone, from } = zones[number] ?? zones[0];
  const { beginsAt, endsAt } = timeSlotInstants(date, slotIndex, zone);
  return {
    uid: `${row.id}@dockside`,
    start: beginsAt,
    end: endsAt,
    changedAt: Math.max(row.updatedAt, from),
    sequence: row.version + number,
    tentative: row.status === 'pending',
  };
}
