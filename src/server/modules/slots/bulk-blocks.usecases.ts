import {
  addDays,
  addMonths,
  type CalendarDate,
  datesBetween,
  formatLongDate,
} from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import type { DayRange } from '@/domain/slots/calendar.schema';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { findAuditEntry } from '../audit/audit.repository';
import { blockTimeSlots, openTimeSlots, reopenTimeSlots } from './slots.repository';
import { keyOfName, nameOf, refusePast } from './staff-time-slots';

/** The result of a bulk block; `batchId` undoes it, and is null when no time slot was left to block. */
export type BulkBlock = { blockedCount: number; message: string; batchId: string | null };
export type BulkOpen = { openedCount: number; message: string };

/** Blocks every time slot of a day or a range of days; does not count those already blocked (D7). */
export function blockDays(call: Call, input: DayRange): Promise<BulkBlock> {
  refusePast(call.deps, input.from, 'from');
  return blockRange(call, input.from, input.to ?? input.from);
}

/** Blocks from today on for a number of months (D7). */
export function blockMonths(call: Call, input: { months: number }): Promise<BulkBlock> {
  const today = todayOf(call.deps);
  return blockRange(call, today, addDays(addMonths(today, input.months), -1));
}

/**
 * Booked appointments stay in a blocked time slot, but a cancelled one does not open it again:
 * customers cannot book into a range that staff have closed.
 */
async function blockRange(
  { deps, actor }: Call,
  from: CalendarDate,
  to: CalendarDate,
): Promise<BulkBlock> {
  const now = deps.clock.now();
  const batchId = deps.ids.next();
  const timeSlots = datesBetween(from, to).flatMap((date) =>
    TIME_SLOTS.map(({ index }) => ({ date, slotIndex: index })),
  );
  const blocked = await deps.db.transaction(async (tx) => {
    const changed = await blockTimeSlots(tx, timeSlots, now);
    if (changed.length > 0) {
      await audit(
        { deps, actor },
        {
          id: batchId,
          action: 'slots.bulk_blocked',
          after: { from, to, timeSlots: changed.map(nameOf) },
        },
      ).write(tx);
    }
    return changed;
  });
  const count = blocked.length;
  return {
    blockedCount: count,
    message:
      count === 0
        ? `Every time slot ${inRange(from, to)} was blocked already.`
        : `Blocked ${slots(count)} ${inRange(from, to)}. Booked deliveries stay as they are.`,
    batchId: count === 0 ? null : batchId,
  };
}

/** Opens every blocked time slot of a day or a range of days. */
export async function openDays({ deps, actor }: Call, input: DayRange): Promise<BulkOpen> {
  refusePast(deps, input.from, 'from');
  const to = input.to ?? input.from;
  const now = deps.clock.now();
  const opened = await deps.db.transaction(async (tx) => {
    const changed = await openTimeSlots(tx, input.from, to, now);
    if (changed.length > 0) {
      await audit(
        { deps, actor },
        {
          action: 'slots.opened',
          after: { from: input.from, to, timeSlots: changed.map(nameOf) },
        },
      ).write(tx);
    }
    return changed;
  });
  return opening(opened.length, inRange(input.from, to));
}

/** Undoes a bulk block: opens the time slots that it blocked, and none that were blocked before. */
export async function undoBlock(
  { deps, actor }: Call,
  input: { batchId: string },
): Promise<BulkOpen> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const batch = await findAuditEntry(tx, input.batchId, 'slots.bulk_blocked');
    const names = batch?.after?.timeSlots;
    if (!Array.isArray(names)) {
      throw new DomainError('not_found', 'We could not find that bulk block.');
    }
    const opened = await reopenTimeSlots(tx, names.map(keyOfName), now);
    if (opened.length > 0) {
      await audit(
        { deps, actor },
        {
          action: 'slots.bulk_undone',
          before: { batchId: input.batchId },
          after: { timeSlots: opened.map(nameOf) },
        },
      ).write(tx);
    }
    return opening(opened.length, 'again');
  });
}

function opening(count: number, where: string): BulkOpen {
  return {
    openedCount: count,
    message: count === 0 ? 'No time slot was blocked there.' : `Opened ${slots(count)} ${where}.`,
  };
}

const slots = (count: number) => `${count} time slot${count === 1 ? '' : 's'}`;
const inRange = (from: CalendarDate, to: CalendarDate) =>
  from === to
    ? `on ${formatLongDate(from)}`
    : `from ${formatLongDate(from)} to ${formatLongDate(to)}`;
