import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { addDays, addMonths, datesBetween, formatLongDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import type { DayRange } from '@/domain/slots/calendar.schema';
import { type Hours, weekdayTimeSlots } from '@/domain/slots/hours';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { findAuditEntry } from '../audit/audit.repository';
import {
  areBlocked,
  blockTimeSlots,
  type Dates,
  openTimeSlots,
  selectBlocked,
  type TimeSlotKey,
} from './slots.repository';
import { readHours } from './slots.usecases';
import { keyOfName, nameOf, refusePast } from './staff-time-slots';

/** The result of a bulk block. `batchId` undoes it, and is null if there was no window to block. */
export type BulkBlock = { blockedCount: number; message: string; batchId: string | null };
export type BulkOpen = { openedCount: number; message: string };

/**
 * Blocks every time window of a day or a date range. Windows that were already blocked don't count.
 *
 * @param batchId the caller's own ID for undoing the block
 */
export async function blockDays(call: Call, input: DayRange, batchId?: string): Promise<BulkBlock> {
  refusePast(call.deps, input.from, 'from');
  const dates = { first: input.from, last: input.to ?? input.from };
  return blockAll(call, timeSlotsOf(await readHours(call), dates), batchId);
}

/**
 * Blocks these time windows, including booked ones. `batchId` undoes it. An empty list blocks
 * nothing.
 */
export async function blockTimeSlotsOf(
  call: Call,
  timeSlots: readonly TimeSlotKey[],
  batchId: string,
): Promise<void> {
  if (timeSlots.length > 0) await blockAll(call, timeSlots, batchId);
}

/** True if a bulk block with this ID was made. It may have been undone since. */
export async function wasBlockedAs({ deps }: Call, batchId: string): Promise<boolean> {
  return Boolean(await findAuditEntry(deps.db.orm, batchId, 'slots.bulk_blocked'));
}

/** Blocks all windows from today on for a number of months. */
export async function blockMonths(call: Call, input: { months: number }): Promise<BulkBlock> {
  const today = todayOf(call.deps);
  const last = addDays(addMonths(today, input.months), -1);
  return blockAll(call, timeSlotsOf(await readHours(call), { first: today, last }));
}

/**
 * Blocks windows. Booked appointments stay in a blocked window, but cancelling one doesn't open it,
 * so customers can't book dates that staff closed.
 */
async function blockAll(
  call: Call,
  timeSlots: readonly TimeSlotKey[],
  name?: string,
): Promise<BulkBlock> {
  const { db, ids, clock } = call.deps;
  const dates = spanOf(timeSlots);
  return retryOnConflict(async () => {
    const blocked = await selectBlocked(db.orm, dates);
    const known = new Set(blocked.map(nameOf));
    const open = timeSlots.filter((one) => !known.has(nameOf(one)));
    if (open.length === 0) return blocking(dates, 0, null);
    const batchId = name ?? ids.next();
    const onlyIf = areBlocked(dates, blocked);
    await writeGuarded(db, {
      guard: blockTimeSlots(db.orm, open, { onlyIf, now: clock.now() }),
      audit: audit(call, {
        id: batchId,
        action: 'slots.bulk_blocked',
        after: { from: dates.first, to: dates.last, timeSlots: open.map(nameOf) },
      }),
    });
    return blocking(dates, open.length, batchId);
  });
}

const timeSlotsOf = (hours: Hours, { first, last }: Dates): TimeSlotKey[] =>
  datesBetween(first, last).flatMap((date) =>
    weekdayTimeSlots(hours, date).map(({ index }) => ({ date, slotIndex: index })),
  );

/** Opens every blocked time window of a day or a date range. */
export async function openDays(call: Call, input: DayRange): Promise<BulkOpen> {
  const { db, clock } = call.deps;
  refusePast(call.deps, input.from, 'from');
  const dates = { first: input.from, last: input.to ?? input.from };
  return retryOnConflict(async () => {
    const blocked = await selectBlocked(db.orm, dates);
    const result = opening(blocked.length, inRange(dates));
    if (blocked.length === 0) return result;
    const onlyIf = areBlocked(dates, blocked);
    await writeGuarded(db, {
      guard: openTimeSlots(db.orm, blocked, { onlyIf, now: clock.now() }),
      audit: audit(call, {
        action: 'slots.opened',
        after: { from: dates.first, to: dates.last, timeSlots: blocked.map(nameOf) },
      }),
    });
    return result;
  });
}

/** Undoes a bulk block. It opens only the windows that the block itself closed. */
export async function undoBlock(call: Call, input: { batchId: string }): Promise<BulkOpen> {
  const { db, clock } = call.deps;
  const batch = await findAuditEntry(db.orm, input.batchId, 'slots.bulk_blocked');
  if (!Array.isArray(batch?.after?.timeSlots)) {
    throw new DomainError('not_found', 'We couldn’t find that bulk block.');
  }
  const ofBatch = new Set<unknown>(batch.after.timeSlots);
  const dates = spanOf(batch.after.timeSlots.map(keyOfName));
  return retryOnConflict(async () => {
    const blocked = await selectBlocked(db.orm, dates);
    const still = blocked.filter((one) => ofBatch.has(nameOf(one)));
    const result = opening(still.length, 'again');
    if (still.length === 0) return result;
    const onlyIf = areBlocked(dates, blocked);
    await writeGuarded(db, {
      guard: openTimeSlots(db.orm, still, { onlyIf, now: clock.now() }),
      audit: audit(call, {
        action: 'slots.bulk_undone',
        before: { batchId: input.batchId },
        after: { timeSlots: still.map(nameOf) },
      }),
    });
    return result;
  });
}

function spanOf(timeSlots: readonly TimeSlotKey[]): Dates {
  const dates = timeSlots.map(({ date }) => date).sort();
  return { first: dates[0] ?? '', last: dates.at(-1) ?? '' };
}

function blocking(dates: Dates, count: number, batchId: string | null): BulkBlock {
  return {
    blockedCount: count,
    message:
      count === 0
        ? `Every time window ${inRange(dates)} was already blocked.`
        : `Blocked ${windows(count)} ${inRange(dates)}. Booked deliveries weren’t changed.`,
    batchId,
  };
}

function opening(count: number, where: string): BulkOpen {
  return {
    openedCount: count,
    message:
      count === 0 ? 'No time windows were blocked there.' : `Opened ${windows(count)} ${where}.`,
  };
}

const windows = (count: number) => `${count} time window${count === 1 ? '' : 's'}`;
const inRange = ({ first, last }: Dates) =>
  first === last
    ? `on ${formatLongDate(first)}`
    : `from ${formatLongDate(first)} to ${formatLongDate(last)}`;
