import { retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import type { CalendarDate } from '@/domain/dates';
import type { ReadValues } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import { CALENDAR_MESSAGES } from '@/domain/slots/calendar.schema';
import { closedReason, weekdayTimeSlots } from '@/domain/slots/hours';
import { staffTimeSlotState, timeSlotByLabel } from '@/domain/slots/time-slots';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import {
  defaultCapacityOf,
  occupancyOf,
  type StoredTimeSlot,
  selectDefaultCapacity,
  selectOccupancy,
} from './occupancy.repository';
import {
  changeDefaultCapacity,
  changeTimeSlot,
  isTimeSlotUnchanged,
  type TimeSlotKey,
} from './slots.repository';
import { nameOf, refusePast, type StaffTimeSlot, staffTimeSlot } from './staff-time-slots';

/**
 * Opens or blocks one time window. With `evenBooked`, a full window can be switched too. Its
 * deliveries stay, and `isAvailable` then decides whether customers can book a spot that becomes
 * free.
 * @throws `conflict` for a full window without `evenBooked`
 */
export async function switchTimeSlot(
  call: Call,
  input: {
    date: CalendarDate;
    time: string;
    isAvailable: boolean;
    evenBooked?: boolean | undefined;
  },
): Promise<StaffTimeSlot> {
  const { deps } = call;
  const { isAvailable } = input;
  const key = keyOf(deps, input);
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const read = await readTimeSlot(deps, key, now);
    const { before } = read;
    refuseClosed(read.closed);
    if (!input.evenBooked && staffTimeSlotState(before) === 'Booked') {
      throw new DomainError('conflict', CALENDAR_MESSAGES.booked, { field: 'time' });
    }
    if (isAvailable === before.isAvailable) return staffTimeSlot(deps, key, before);
    const onlyIf = isTimeSlotUnchanged(key, read, now);
    await writeGuarded(deps.db, {
      guard: changeTimeSlot(deps.db.orm, key, { isAvailable }, { onlyIf, now }),
      audit: audit(call, {
        action: isAvailable ? 'slots.opened' : 'slots.blocked',
        before: { isAvailable: !isAvailable },
        after: { isAvailable, timeSlots: [nameOf(key)] },
      }),
    });
    return staffTimeSlot(deps, key, { ...before, isAvailable });
  });
}

/**
 * Sets the capacity of one time window, or resets it to the default (null). Throws `conflict` below
 * the number of appointments it already has.
 */
export async function setTimeSlotCapacity(
  call: Call,
  input: { date: CalendarDate; time: string; capacity: number | null; read?: ReadValues },
): Promise<StaffTimeSlot> {
  const { deps } = call;
  const key = keyOf(deps, input);
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const read = await readTimeSlot(deps, key, now);
    const { before } = read;
    refuseClosed(read.closed);
    const capacity = input.capacity ?? before.usualCapacity;
    refuseBelowOccupied(capacity, before);
    if (input.capacity === before.ownCapacity) return staffTimeSlot(deps, key, before);
    await refuseOverwrite(
      call,
      {
        read: input.read,
        sent: { capacity: input.capacity },
        current: { capacity: before.ownCapacity },
      },
      {
        actions: ['slots.capacity'],
        isAbout: ({ after }) => String(after?.timeSlots) === nameOf(key),
      },
    );
    const onlyIf = isTimeSlotUnchanged(key, read, now);
    const changes = { maxBookings: input.capacity };
    const written = await tryWriteGuarded(deps.db, {
      guard: changeTimeSlot(deps.db.orm, key, changes, { onlyIf, now }),
      audit: audit(call, {
        action: 'slots.capacity',
        before: { capacity: before.ownCapacity },
        after: { capacity: input.capacity, timeSlots: [nameOf(key)] },
      }),
    });
    return (
      written && staffTimeSlot(deps, key, { ...before, capacity, ownCapacity: input.capacity })
    );
  });
}

function refuseBelowOccupied(capacity: number, { occupied }: StoredTimeSlot) {
  if (capacity >= occupied) return;
  throw new DomainError(
    'conflict',
    `This window already has ${deliveries(occupied)}, so its capacity must be at least ${occupied}.`,
    { field: 'capacity', details: { occupied } },
  );
}

/** Reads a stored time window and the default capacity, as of one moment. */
async function readTimeSlot({ db }: Deps, { date, slotIndex }: TimeSlotKey, now: number) {
  const rows = await db.read((orm) => selectOccupancy(orm, date, date, now));
  const occupancy = occupancyOf(rows);
  const { hours } = occupancy;
  if (!weekdayTimeSlots(hours, date).some(({ index }) => index === slotIndex)) {
    throw new DomainError('invalid_input', CALENDAR_MESSAGES.timeSlot, { field: 'time' });
  }
  return {
    before: occupancy(date, slotIndex),
    defaultCapacity: defaultCapacityOf(rows[2]),
    closed: closedReason(hours, date),
  };
}

/** A closed day's windows can't be opened or resized one by one. */
function refuseClosed(closed: string | null) {
  if (closed === null) return;
  throw new DomainError('conflict', CALENDAR_MESSAGES.closed, { field: 'time' });
}

/**
 * Sets the capacity of every time window that doesn't have its own. A lower capacity doesn't cancel
 * any appointments. If a window has more than that, it's full. So the number of appointments on one
 * busy day doesn't limit the default.
 */
export async function setDefaultCapacity(
  call: Call,
  { capacity, read }: { capacity: number; read?: ReadValues },
): Promise<{ defaultCapacity: number }> {
  const { db, clock } = call.deps;
  return retryOnConflict(async () => {
    const before = defaultCapacityOf(await selectDefaultCapacity(db.orm));
    if (before === capacity) return { defaultCapacity: capacity };
    await refuseOverwrite(
      call,
      { read, sent: { capacity }, current: { capacity: before } },
      { actions: ['slots.default_capacity'] },
    );
    await writeGuarded(db, {
      guard: changeDefaultCapacity(db.orm, before, capacity, clock.now()),
      audit: audit(call, {
        action: 'slots.default_capacity',
        before: { capacity: before },
        after: { capacity },
      }),
    });
    return { defaultCapacity: capacity };
  });
}

const deliveries = (count: number) => `${count} booked deliver${count === 1 ? 'y' : 'ies'}`;

function keyOf(deps: Deps, input: { date: CalendarDate; time: string }): TimeSlotKey {
  const timeSlot = timeSlotByLabel(input.time);
  if (!timeSlot)
    throw new DomainError('invalid_input', CALENDAR_MESSAGES.timeSlot, { field: 'time' });
  refusePast(deps, input.date, 'date');
  return { date: input.date, slotIndex: timeSlot.index };
}
