import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import { proposeMoves, type Room } from '@/domain/bulk/propose-moves';
import type { CalendarDate } from '@/domain/dates';
import { placesOf } from '@/domain/dispatch/day';
import { bookingDates, timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { listOfDate } from '../appointments/appointments.repository';
import { reachable } from '../messages/reach';
import { lastBookable } from '../slots/hours.repository';
import { type OccupancyOf, occupancyOf, selectOccupancy } from '../slots/occupancy.repository';
import { isOver } from '../slots/staff-time-slots';

/**
 * A delivery that has to leave its day, and its proposed window. `to` is null if no window has
 * room.
 */
export type ProposedMove = {
  id: string;
  version: number;
  publicCode: string;
  customerName: string | null;
  customerReachable: boolean;
  location: string;
  slotIndex: number;
  time: string;
  to: { date: CalendarDate; time: string } | null;
};

export type MoveProposal = {
  moves: ProposedMove[];
  /** The windows to move to, with their free spots. */
  rooms: (Room & { time: string })[];
  /** Number of deliveries that stay because they're en route or completed. */
  staying: number;
};

/**
 * Proposes windows for a day's deliveries, earlier windows first. They're on other days. If only
 * some of the day's deliveries move, they may also be on the same day, except in the windows that
 * are being left. Nothing is written or reserved. If a window fills up before staff agree, its
 * delivery is left out.
 */
export async function proposeMovesOf(
  { deps }: AnyCall,
  { date, ids }: { date: CalendarDate; ids?: string[] | undefined },
): Promise<MoveProposal> {
  const today = todayOf(deps);
  const [rows, ...occupancy] = await deps.db.read((orm) => [
    listOfDate(orm, date),
    ...selectOccupancy(orm, today, lastBookable(today), deps.clock.now()),
  ]);
  const chosen = rows.filter(({ id }) => !ids || ids.includes(id));
  const movable = chosen.filter(({ status }) => MODIFIABLE_STATUSES.includes(status));
  const occupied = occupancyOf(occupancy);
  const dates = bookingDates(today, occupied.hours.daysAhead);
  const leaves = new Set(movable.map(({ slotIndex }) => slotIndex));
  const rooms = roomsOf(deps, dates, occupied).filter(
    (room) => room.date !== date || (ids && !leaves.has(room.slotIndex)),
  );
  const reached = await reachable(deps, movable);
  const proposals = proposeMoves(movable, rooms);
  return {
    moves: movable.map((row, i) => {
      const to = proposals[i]?.to ?? null;
      return {
        id: row.id,
        version: row.version,
        publicCode: row.publicCode,
        customerName: row.customerName,
        customerReachable: reached.has(row.id),
        location: row.location,
        slotIndex: row.slotIndex,
        time: timeSlotLabel(row.slotIndex),
        to: to && { date: to.date, time: timeSlotLabel(to.slotIndex) },
      };
    }),
    rooms: rooms.map((room) => ({ ...room, time: timeSlotLabel(room.slotIndex) })),
    staying: chosen.length - movable.length,
  };
}

function roomsOf(
  { clock, settings: { timeZone } }: Deps,
  dates: readonly CalendarDate[],
  occupancy: OccupancyOf,
): Room[] {
  const at = { now: clock.now(), timeZone };
  return dates.flatMap((date) =>
    occupancy.indexesOn(date).flatMap((slotIndex) => {
      const { open } = placesOf(occupancy(date, slotIndex), isOver(date, slotIndex, at));
      return open > 0 ? [{ date, slotIndex, places: open }] : [];
    }),
  );
}
