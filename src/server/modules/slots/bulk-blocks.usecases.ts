import {
  addDays,
  addMonths,
  type CalendarDate,
  datesBetween,
  formatLongDate,
} from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { DayRange } from '@/domain/slots/schemas';
import { TIME_WINDOWS } from '@/domain/slots/windows';
import { type Deps, todayOf } from '@/server/deps';
import { findAuditEntry, insertAudit } from '../audit/audit.repository';
import { blockWindows, openTheseWindows, openWindows } from './slots.repository';
import { keyOfName, nameOf, refusePast } from './staff-windows';

type Call = { deps: Deps; actor: Actor };

/** What a bulk action did. `batchId` undoes a block; null when there was nothing left to block. */
export type BulkBlock = { blockedCount: number; message: string; batchId: string | null };
export type BulkOpen = { openedCount: number; message: string };

/** Blocks every window of a day or a stretch of days; those blocked already are not counted (D7). */
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
 * A booking keeps its place in a window that is blocked around it, and a cancelled one leaves a
 * blocked window behind: nobody can book into a stretch that staff have closed.
 */
async function blockRange(
  { deps, actor }: Call,
  from: CalendarDate,
  to: CalendarDate,
): Promise<BulkBlock> {
  const now = deps.clock.now();
  const batchId = deps.ids.next();
  const windows = datesBetween(from, to).flatMap((date) =>
    TIME_WINDOWS.map(({ index }) => ({ date, windowIndex: index })),
  );
  const blocked = await deps.db.transaction(async (tx) => {
    const changed = await blockWindows(tx, windows, now);
    if (changed.length > 0) {
      await insertAudit(tx, {
        id: batchId,
        appointmentId: null,
        actor,
        action: BULK_BLOCKED,
        after: { from, to, windows: changed.map(nameOf) },
        at: now,
      });
    }
    return changed;
  });
  const count = blocked.length;
  return {
    blockedCount: count,
    message:
      count === 0
        ? `Every time slot ${stretch(from, to)} was blocked already.`
        : `Blocked ${slots(count)} ${stretch(from, to)}. Booked deliveries stay as they are.`,
    batchId: count === 0 ? null : batchId,
  };
}

const BULK_BLOCKED = 'slots.bulk_blocked';

/** Opens every blocked window of a day or a stretch of days. */
export async function openDays({ deps, actor }: Call, input: DayRange): Promise<BulkOpen> {
  refusePast(deps, input.from, 'from');
  const to = input.to ?? input.from;
  const now = deps.clock.now();
  const opened = await deps.db.transaction(async (tx) => {
    const changed = await openWindows(tx, input.from, to, now);
    if (changed.length > 0) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'slots.opened',
        after: { from: input.from, to, windows: changed.map(nameOf) },
        at: now,
      });
    }
    return changed;
  });
  return opening(opened.length, stretch(input.from, to));
}

/** Takes a bulk block back: opens what it had blocked, and nothing that was blocked before it. */
export async function undoBlock(
  { deps, actor }: Call,
  input: { batchId: string },
): Promise<BulkOpen> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const batch = await findAuditEntry(tx, input.batchId, BULK_BLOCKED);
    const names = batch?.after?.windows;
    if (!Array.isArray(names)) {
      throw new DomainError('not_found', 'We could not find that bulk block.');
    }
    const opened = await openTheseWindows(tx, names.map(keyOfName), now);
    if (opened.length > 0) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'slots.bulk_undone',
        before: { batchId: input.batchId },
        after: { windows: opened.map(nameOf) },
        at: now,
      });
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
const stretch = (from: CalendarDate, to: CalendarDate) =>
  from === to
    ? `on ${formatLongDate(from)}`
    : `from ${formatLongDate(from)} to ${formatLongDate(to)}`;
