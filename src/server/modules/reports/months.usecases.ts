import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import {
  addMonths,
  type CalendarDate,
  formatMonthDay,
  monthsApart,
  startOfMonth,
} from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import {
  type Closing,
  closableMonth,
  countsIn,
  endOfMonth,
  figuresByDay,
  firstOpenMonth,
  type Month,
  type MonthFigures,
  monthFigures,
  monthsBetween,
  refuseUnlessClosable,
} from '@/domain/payment/months';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectOpenDays } from '../closing/closing.repository';
import {
  insertClosedMonth,
  selectClosed,
  selectClosings,
  selectFirstDay,
  selectLateEntries,
  selectLateSums,
  selectNewestEntry,
  selectOpenSums,
} from './months.repository';

/** Months per page. */
const PAGE = 12;
/** Limits the page number, because pages this far back are always empty. */
const LAST_PAGE = 200;
/** Maximum number of listed adjustments of a closed month. */
const MOST_CHANGES = 200;

export type MonthRow = {
  month: Month;
  /** The person who closed it, and when (ms). Null while it's open. */
  closed: { by: string; at: number } | null;
  figures: MonthFigures;
};

/**
 * Lists the months since the first money moved, newest first, and the next month that can be
 * closed.
 */
export async function listMonths(
  { deps }: AnyCall,
  { page }: { page: number },
): Promise<{ months: MonthRow[]; total: number; pageSize: number; closable: Month | null }> {
  const today = todayOf(deps);
  const last = addMonths(startOfMonth(today), -(Math.min(page, LAST_PAGE) - 1) * PAGE);
  const stretch = { first: addMonths(last, 1 - PAGE), last };
  const read = await readStretch({ deps }, stretch);
  const { first, closings } = read;
  const shown =
    first === null ? [] : monthsBetween(later(stretch.first, startOfMonth(first)), last);
  return {
    months: shown.toReversed().map((month) => {
      const { closed, sums } = figuresIn(read, month);
      return { month, closed: closedView(closed), figures: monthFigures(sums) };
    }),
    total: first === null ? 0 : Math.max(0, monthsApart(first, today) + 1),
    pageSize: PAGE,
    closable: closableMonth({ first, closings }, today),
  };
}

const later = (a: Month, b: Month) => (a > b ? a : b);

type Stretch = { first: Month; last: Month };

/** Reads everything about a range of months, as of one moment. */
async function readStretch({ deps }: AnyCall, { first, last }: Stretch) {
  const [[begun], [newest], closings, closed, open, late, days] = await deps.db.read((orm) => [
    selectFirstDay(orm),
    selectNewestEntry(orm),
    selectClosings(orm),
    selectClosed(orm, first, last),
    selectOpenSums(orm, first, endOfMonth(last)),
    selectLateSums(orm),
    selectOpenDays(orm, { from: first, to: endOfMonth(last), limit: MOST_CHANGES }),
  ]);
  const ends = { first: begun?.date ?? null, newest: newest?.id ?? 0 };
  return { ...ends, closings, closed, open, late, openDays: days.map(({ date }) => date) };
}
type Read = Awaited<ReturnType<typeof readStretch>>;

/**
 * Returns a month's sums. If it's closed, they're the locked ones. Late entries count in the first
 * open month.
 */
function figuresIn({ closings, closed, open, late }: Read, month: Month) {
  const found = closed.find((one) => one.month === month) ?? null;
  if (found) return { closed: found, sums: found.sums };
  const own = open.filter(({ date }) => startOfMonth(date) === month);
  return { closed: null, sums: month === firstOpenMonth(closings) ? [...late, ...own] : own };
}

const closedView = (closed: Read['closed'][number] | null) =>
  closed && { by: closed.closedBy, at: closed.closedAt };

/**
 * Returns a month by day. Days before its first day come from closed months, for money that was
 * recorded later. `changes` lists a closed month's later adjustments and the months in which they
 * count. Throws `not_found` for a month before the first money moved or in the future.
 */
export async function readMonth({ deps }: AnyCall, { month }: { month: Month }) {
  const [read, changes] = await Promise.all([
    readStretch({ deps }, { first: month, last: month }),
    selectLateEntries(deps.db.orm, month, MOST_CHANGES),
  ]);
  const { first, closings } = read;
  if (first === null || month < startOfMonth(first) || month > todayOf(deps)) {
    throw new DomainError('not_found', 'No money moved in that month.');
  }
  const { closed, sums } = figuresIn(read, month);
  return {
    month,
    closed: closedView(closed),
    /** Days of an open month whose fuel and cash aren't closed. */
    openDays: closed ? [] : read.openDays,
    days: figuresByDay(sums),
    total: monthFigures(sums),
    changes: changes.map((entry) => ({ ...entry, countsIn: countsIn(entry, closings) })),
  };
}

/**
 * Closes a month. Its figures by day are locked, and later adjustments count in the next open
 * month. Closing it again changes nothing.
 *
 * @throws `conflict` if the month isn't past, an earlier one is open, or some of its days aren't
 *   closed and `leavesDaysOpen` isn't set
 */
export async function closeMonth(
  call: UserCall,
  { month, leavesDaysOpen = false }: { month: Month; leavesDaysOpen?: boolean | undefined },
) {
  const { deps, actor } = call;
  await retryOnConflict(async () => {
    const read = await readStretch({ deps }, { first: month, last: month });
    const { first, closings, newest } = read;
    const { closed, sums } = figuresIn(read, month);
    if (closed) return closed;
    refuseUnlessClosable(month, closableMonth({ first, closings }, todayOf(deps)));
    if (!leavesDaysOpen) refuseOpenDays(read.openDays);
    const row = {
      month,
      lastEntry: newest,
      sums,
      closedBy: actor.name,
      closedAt: deps.clock.now(),
    };
    return writeGuarded(deps.db, {
      guard: insertClosedMonth(deps.db.orm, row, lastOf(closings)),
      audit: audit(call, { action: 'month.closed', after: auditValues(month, monthFigures(sums)) }),
    });
  });
  return readMonth({ deps }, { month });
}

/** Throws `conflict` if some of a month's days aren't closed. */
function refuseOpenDays(days: readonly CalendarDate[]): void {
  if (days.length === 0) return;
  throw new DomainError(
    'conflict',
    `These days aren’t closed: ${days.map(formatMonthDay).join(', ')}. Close them first, or close the month without them.`,
  );
}

const auditValues = (month: Month, { revenueCents, feeCents, netCents }: MonthFigures) => ({
  month,
  revenueCents,
  feeCents,
  netCents,
});

const lastOf = (closings: readonly Closing[]) => closings.at(-1)?.month ?? null;
