import { retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import {
  cashDifference,
  expectedOf,
  needsReason,
  postedOn,
  varianceOf,
} from '@/domain/closing/closing';
import type {
  CashCountInput,
  CloseDayInput,
  TruckCountInput,
} from '@/domain/closing/closing.schema';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { LOAD_LABELS, LOAD_PARTS, type Load, partText } from '@/domain/driver/on-board';
import { DomainError } from '@/domain/errors';
import { formatDollars, type GallonTenths, NO_CENTS } from '@/domain/money';
import { sumOf } from '@/domain/payment/waiting-money';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { selectWaitingSums } from '../payments/balance/open-payments.repository';
import { selectTrucks } from '../trucks/trucks.repository';
import {
  type ClosedDayRow,
  countClosedDays,
  countOpenStops,
  countRefusedActions,
  countReports,
  insertClosedDay,
  MOST_LISTED,
  saveCashCount,
  saveTruckCount,
  selectCashCounts,
  selectClosedBefore,
  selectClosedDay,
  selectClosedDays,
  selectClosingsFrom,
  selectDeliveriesAfter,
  selectDriverNames,
  selectEnteredLoads,
  selectLastClosed,
  selectLateCash,
  selectLateDelivered,
  selectLateDeliveries,
  selectLatePayments,
  selectNewestDelivery,
  selectNewestLedger,
  selectOpenDays,
  selectOpenStops,
  selectOwnCash,
  selectOwnDelivered,
  selectPaymentsAfter,
  selectTruckCounts,
  selectTruckDrivers,
} from './closing.repository';
import { type CashLine, cashLines, stockAfter, type TruckLine, truckLines } from './day-figures';

/** Closed days per page. */
const PAGE = 20;

/** Reads everything from which an open day's figures are calculated, as of one moment. */
async function readFigures({ deps }: AnyCall, date: CalendarDate) {
  const [
    own,
    last,
    newest,
    counts,
    cashRows,
    trucks,
    drivers,
    delivered,
    late,
    entered,
    cash,
    lateCash,
    openDays,
    delivery,
    entry,
    settings,
    withTruck,
  ] = await deps.db.read((orm) => [
    selectClosedDay(orm, date),
    selectClosedBefore(orm, date),
    selectLastClosed(orm),
    selectTruckCounts(orm, date),
    selectCashCounts(orm, date),
    selectTrucks(orm),
    selectDriverNames(orm),
    selectOwnDelivered(orm, date),
    selectLateDelivered(orm, date),
    selectEnteredLoads(orm, date),
    selectOwnCash(orm, date),
    selectLateCash(orm, date),
    selectOpenDays(orm, { to: date, limit: 1 }),
    selectNewestDelivery(orm),
    selectNewestLedger(orm),
    selectBusinessSettings(orm),
    selectTruckDrivers(orm, date),
  ]);
  const before = last[0] ?? null;
  const names = { trucks, drivers: new Map(drivers.map(({ id, name }) => [id, name])) };
  const lines = truckLines({
    ...names,
    stock: before?.stock ?? [],
    entered,
    delivered: [...delivered, ...late],
    counts,
    withTruck: new Set(withTruck.map(({ driverId }) => driverId)),
  });
  return {
    closed: own[0] ?? null,
    before,
    /** The last closed day of all, which may be later than the date. */
    newest: newest[0] ?? null,
    firstOpen: openDays[0]?.date ?? null,
    trucks: lines,
    hasTrucks: trucks.some(({ isActive }) => isActive),
    ...cashLines([...cash, ...lateCash], cashRows, names.drivers),
    versions: sum(counts) + sum(cashRows),
    lastDelivery: delivery[0]?.id ?? 0,
    lastLedger: entry[0]?.id ?? 0,
    limitTenths: businessSettingsOf(deps, settings[0]).countLimitTenths,
  };
}
type Figures = Awaited<ReturnType<typeof readFigures>>;

const sum = (rows: readonly { version: number }[]) =>
  rows.reduce((total, { version }) => total + version, 0);

/** Returns a day to close, or a closed one with its locked figures and its later corrections. */
export async function readClosingDay(
  call: AnyCall,
  input: { date?: CalendarDate | null | undefined },
) {
  const { deps } = call;
  const today = todayOf(deps);
  const date = input.date ?? today;
  const [figures, open, late] = await Promise.all([
    readFigures(call, date),
    readOpenItems(call, date),
    readLate(call, date),
  ]);
  const { closed, before, trucks, cash, refundsCents, limitTenths } = figures;
  const shared = { date, today, limitTenths, lastClosed: before?.date ?? null };
  if (closed) {
    return {
      ...shared,
      closed: { by: closed.closedBy, at: closed.closedAt },
      ...closedFigures(closed),
      later: late.after,
      open: null,
      problems: [],
      seen: null,
    };
  }
  return {
    ...shared,
    closed: null,
    trucks,
    cash,
    refundsCents,
    /** Corrections of earlier, closed days that are posted to this one. */
    later: late.before,
    open,
    /** The steps left before the day can be closed. */
    problems: problemsOf(figures, { date, today }),
    /** Identifies these figures, so that nobody closes a day with figures they haven't seen. */
    seen: seenOf(figures),
  };
}

/** Returns a closed day's figures in the form of an open day's. */
function closedFigures({ trucks, cash, refundsCents }: ClosedDayRow) {
  return {
    trucks: trucks.map((truck) => ({
      ...truck,
      drivers: [] as string[],
      isUsed: true,
      hasTruckNow: false,
      entered: null as Load | null,
      expected: expectedOf(truck),
      variance: varianceOf(truck, truck.counted),
      version: 0,
    })),
    cash: cash.map((one) => ({ ...one, isCurrent: true, version: 0 })),
    refundsCents,
  };
}

/** Reads the later corrections: those of a closed date, or those posted to an open date. */
async function readLate({ deps }: AnyCall, date: CalendarDate) {
  const [deliveries, payments, ownDeliveries, ownPayments, closings] = await deps.db.read((orm) => [
    selectLateDeliveries(orm, date),
    selectLatePayments(orm, date),
    selectDeliveriesAfter(orm, date),
    selectPaymentsAfter(orm, date),
    selectClosingsFrom(orm, date),
  ]);
  const byDelivery = closings.map(({ date, lastDelivery }) => ({ date, lastEntry: lastDelivery }));
  const byLedger = closings.map(({ date, lastLedger }) => ({ date, lastEntry: lastLedger }));
  return {
    before: [...deliveries.map(deliveryLine(date)), ...payments.map(paymentLine(date))],
    after: [
      ...ownDeliveries.map((entry) => deliveryLine(postedOn(entry, byDelivery))(entry)),
      ...ownPayments.map((entry) => paymentLine(postedOn(entry, byLedger))(entry)),
    ],
  };
}

type Late = { id: number; appointmentId: string; publicCode: string; date: CalendarDate };

/** @param posted the day that an entry is posted to; null if that day isn't closed */
const deliveryLine =
  (posted: CalendarDate | null) =>
  ({ id, appointmentId, publicCode, date, ...load }: Late & Load) => ({
    ...{ key: `delivery-${id}`, appointmentId, publicCode, date, postedOn: posted },
    load: load as Load | null,
    cents: null as number | null,
  });

const paymentLine =
  (posted: CalendarDate | null) =>
  ({ id, appointmentId, publicCode, date, grossCents }: Late & { grossCents: number }) => ({
    ...{ key: `cash-${id}`, appointmentId, publicCode, date, postedOn: posted },
    load: null as Load | null,
    cents: grossCents as number | null,
  });

/** Reads what's still open about a day. It doesn't prevent closing. */
async function readOpenItems({ deps }: AnyCall, date: CalendarDate) {
  const [stops, [stopCount], sums, [reports], [actions]] = await deps.db.read((orm) => [
    selectOpenStops(orm, date),
    countOpenStops(orm, date),
    selectWaitingSums(orm, { customerId: null, from: date, to: date }),
    countReports(orm),
    countRefusedActions(orm),
  ]);
  return {
    stops,
    stopCount: stopCount?.total ?? 0,
    inReview: sumOf(sums, 'to_review'),
    toCollect: sumOf(sums, 'to_collect'),
    reports: reports?.total ?? 0,
    deviceActions: actions?.total ?? 0,
  };
}

/** Returns sentences about everything that prevents closing a day. */
function problemsOf(figures: Figures, days: { date: CalendarDate; today: CalendarDate }): string[] {
  const { trucks, cash, limitTenths } = figures;
  const order = orderProblem(figures, days);
  if (order) return [order];
  return [
    ...trucks.flatMap((truck) => truckProblem(truck, limitTenths, figures.hasTrucks) ?? []),
    ...cash.flatMap((line) => cashProblem(line) ?? []),
  ];
}

function orderProblem(
  { newest, firstOpen, trucks, cash }: Figures,
  { date, today }: { date: CalendarDate; today: CalendarDate },
): string | null {
  if (date > today) return `${formatLongDate(date)} hasn’t started yet.`;
  if (newest && newest.date > date) {
    return `Later days are already closed, so ${formatLongDate(date)} can’t be closed.`;
  }
  if (firstOpen && firstOpen < date) return `Close ${formatLongDate(firstOpen)} first.`;
  const isEmpty =
    firstOpen !== date &&
    cash.length === 0 &&
    trucks.every(({ isUsed, counted }) => !(isUsed || counted));
  return isEmpty ? 'There were no loads, deliveries, or cash on this day.' : null;
}

function truckProblem(
  line: TruckLine,
  limitTenths: GallonTenths,
  hasTrucks: boolean,
): string | null {
  const { name, isUsed, counted, variance, reason } = line;
  if (hasTrucks && isLeftBehind(line)) {
    return `Enter 0 for ${name}. This driver now uses a truck, which has its own count.`;
  }
  if (!counted || !variance) return isUsed ? `Count ${name}.` : null;
  return needsReason(variance, limitTenths) && !reason
    ? `Enter a reason for the variance of ${name}.`
    : null;
}

/** True if a driver's own load still counts, although the driver has switched to a truck. */
const isLeftBehind = ({ key, isUsed, hasTruckNow, counted, carried }: TruckLine) =>
  key.startsWith('driver:') &&
  (hasTruckNow || !isUsed) &&
  LOAD_PARTS.some((part) => (counted ?? carried)[part] > 0);

function cashProblem({ name, dueCents, handedInCents, isCurrent }: CashLine): string | null {
  if (handedInCents === null) return dueCents === 0 ? null : `Sign off the cash: ${name}.`;
  return isCurrent ? null : `Sign off the cash again, because it changed: ${name}.`;
}

/** Returns a short text that changes with any of a day's figures. */
function seenOf({ trucks, cash, refundsCents, before }: Figures): string {
  const facts = [before?.date, trucks, cash, refundsCents];
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(facts)).digest('hex');
}

/**
 * Saves what was loaded and counted on a truck.
 *
 * @throws `conflict` if the day is closed, or someone else saved another count
 */
export async function countTruck(
  call: UserCall,
  input: TruckCountInput,
): Promise<{ version: number }> {
  const { deps, actor } = call;
  const { date, key, loaded, counted, reason } = input;
  const figures = await readFigures(call, date);
  refuseUnlessOpen(figures, date);
  if (date > todayOf(deps))
    throw new DomainError('conflict', `${formatLongDate(date)} hasn’t started yet.`);
  const line = figures.trucks.find((truck) => truck.key === key);
  if (!line) throw new DomainError('not_found', 'That truck wasn’t used on this day.');
  if (line.version !== input.version) throw countedElsewhere(line);
  const { name } = line;
  const variance = varianceOf({ ...line, loaded }, counted);
  if (needsReason(variance, figures.limitTenths) && !reason) {
    throw new DomainError(
      'invalid_input',
      `Enter a reason for the variance: ${signedText(variance)}.`,
      { field: 'reason' },
    );
  }
  const row = {
    ...{ date, key, loaded, counted, reason, version: input.version + 1 },
    countedBy: actor.name,
    countedAt: deps.clock.now(),
  };
  const written = await tryWriteGuarded(deps.db, {
    guard: saveTruckCount(deps.db.orm, row),
    audit: audit(call, {
      action: 'closing.counted',
      subject: `closing:${date}`,
      before: line.counted
        ? {
            loaded: amountsText(line.loaded),
            counted: amountsText(line.counted),
            reason: line.reason,
          }
        : undefined,
      after: {
        date,
        truck: name,
        loaded: amountsText(loaded),
        counted: amountsText(counted),
        variance: signedText(variance),
        reason,
      },
    }),
  });
  if (written) return { version: row.version };
  const now = await readFigures(call, date);
  refuseUnlessOpen(now, date);
  throw countedElsewhere(now.trucks.find((truck) => truck.key === key) ?? line);
}

function refuseUnlessOpen({ closed, newest }: Figures, date: CalendarDate): void {
  if (closed) throw alreadyClosed(closed);
  if (newest && newest.date > date) {
    throw new DomainError('conflict', 'Later days are already closed. Nothing was saved.');
  }
}

const alreadyClosed = ({ date, closedBy }: Pick<ClosedDayRow, 'date' | 'closedBy'>) =>
  new DomainError(
    'conflict',
    `${closedBy} already closed ${formatLongDate(date)}. Nothing was saved. Later changes are posted to the next open day.`,
  );

const countedElsewhere = ({ name, counted, countedBy }: TruckLine) =>
  new DomainError(
    'conflict',
    `${countedBy ?? 'Someone else'} saved another count of ${name}${counted ? `: ${amountsText(counted)}` : ''}. Yours wasn’t saved. Check it and save again.`,
  );

/**
 * Signs off the cash that a driver handed in.
 *
 * @throws `conflict` if the day is closed, or someone else signed off another amount
 */
export async function signOffCash(
  call: UserCall,
  input: CashCountInput,
): Promise<{ version: number }> {
  const { deps, actor } = call;
  const { date, driverId, handedInCents, reason } = input;
  const figures = await readFigures(call, date);
  refuseUnlessOpen(figures, date);
  const line = figures.cash.find((one) => one.driverId === driverId);
  if (!line)
    throw new DomainError('not_found', 'No cash was recorded for that driver on this day.');
  if (line.version !== input.version) throw signedElsewhere(line);
  const { dueCents } = line;
  const difference = cashDifference({ dueCents, handedInCents });
  if (difference !== 0 && !reason) {
    throw new DomainError(
      'invalid_input',
      `Enter a reason for the difference of ${formatDollars(difference)}.`,
      { field: 'reason' },
    );
  }
  const row = {
    ...{ date, driverId, dueCents, handedInCents, reason, version: input.version + 1 },
    signedBy: actor.name,
    signedAt: deps.clock.now(),
  };
  const written = await tryWriteGuarded(deps.db, {
    guard: saveCashCount(deps.db.orm, row),
    audit: audit(call, {
      action: 'closing.cash_signed',
      subject: `closing:${date}`,
      before:
        line.handedInCents === null
          ? undefined
          : { handedInCents: line.handedInCents, reason: line.reason },
      after: { date, driverId, dueCents, handedInCents, reason },
    }),
  });
  if (written) return { version: row.version };
  const now = await readFigures(call, date);
  refuseUnlessOpen(now, date);
  throw signedElsewhere(now.cash.find((one) => one.driverId === driverId) ?? line);
}

const signedElsewhere = ({ name, handedInCents, signedBy }: CashLine) =>
  new DomainError(
    'conflict',
    `${signedBy ?? 'Someone else'} signed off ${formatDollars(handedInCents ?? NO_CENTS)} for ${name}. Yours wasn’t saved. Check it and sign off again.`,
  );

/**
 * Closes a day for good. Its figures are locked, and later corrections are posted to the next open
 * day.
 *
 * @throws `conflict` if something is missing, or if the figures differ from those that the page
 *   showed
 */
export async function closeDay(call: UserCall, { date, seen }: CloseDayInput) {
  const { deps, actor } = call;
  await retryOnConflict(async () => {
    const figures = await readFigures(call, date);
    const { before, versions, lastDelivery, lastLedger, refundsCents, closed } = figures;
    if (closed) throw alreadyClosed(closed);
    const [problem] = problemsOf(figures, { date, today: todayOf(deps) });
    if (problem) throw new DomainError('conflict', problem);
    if (seenOf(figures) !== seen) {
      throw new DomainError(
        'conflict',
        'The figures changed after you opened this page, so the day wasn’t closed. Check them and close the day again.',
      );
    }
    const row: ClosedDayRow = {
      ...{ date, lastDelivery, lastLedger, refundsCents },
      trucks: figures.trucks.flatMap(closedTruck),
      cash: figures.cash.flatMap(closedCash),
      stock: stockAfter(figures.trucks),
      closedBy: actor.name,
      closedAt: deps.clock.now(),
    };
    return writeGuarded(deps.db, {
      guard: insertClosedDay(deps.db.orm, row, { before: before?.date ?? null, versions }),
      audit: audit(call, {
        action: 'closing.closed',
        subject: `closing:${date}`,
        after: {
          date,
          variance: row.trucks
            .map((truck) => `${truck.name}: ${signedText(varianceOf(truck, truck.counted))}`)
            .join('. '),
          dueCents: totalOf(row.cash, 'dueCents'),
          handedInCents: totalOf(row.cash, 'handedInCents'),
        },
      }),
    });
  });
  return { date };
}

function closedTruck(line: TruckLine) {
  const { key, name, carried, loaded, delivered, counted, reason, countedBy, countedAt } = line;
  if (!counted || countedBy === null || countedAt === null) return [];
  return [{ key, name, carried, loaded, delivered, counted, reason, countedBy, countedAt }];
}

function closedCash({ driverId, name, dueCents, ...line }: CashLine) {
  const { handedInCents, reason, signedBy, signedAt } = line;
  if (handedInCents === null || signedBy === null || signedAt === null) return [];
  return [{ driverId, name, dueCents, handedInCents, reason, signedBy, signedAt }];
}

/** Lists closed days, newest first, and the earlier days that aren't closed. */
export async function listClosedDays({ deps }: AnyCall, { page }: { page: number }) {
  const today = todayOf(deps);
  const [rows, [count], open] = await deps.db.read((orm) => [
    selectClosedDays(orm, { page, size: PAGE }),
    countClosedDays(orm),
    selectOpenDays(orm, { to: today, limit: MOST_LISTED }),
  ]);
  return {
    days: rows.map(({ date, closedBy, closedAt, trucks, cash }) => ({
      ...{ date, closedBy, closedAt },
      trucks: trucks.map((truck) => ({
        name: truck.name,
        variance: varianceOf(truck, truck.counted),
      })),
      dueCents: totalOf(cash, 'dueCents'),
      handedInCents: totalOf(cash, 'handedInCents'),
    })),
    total: count?.total ?? 0,
    pageSize: PAGE,
    openDays: open.map(({ date }) => date),
  };
}

const totalOf = <K extends string>(rows: readonly Record<K, number>[], column: K) =>
  rows.reduce((total, row) => total + row[column], 0) as ClosedDayRow['refundsCents'];

const amountsText = (load: Load) =>
  LOAD_PARTS.filter((part) => load[part] !== 0)
    .map((part) => `${LOAD_LABELS[part]} ${partText(load, part)}`)
    .join(', ') || 'nothing';

/** Formats a variance: "Regular -3.2, Small ice bags +1", or "none". */
const signedText = (load: Load) =>
  LOAD_PARTS.filter((part) => load[part] !== 0)
    .map((part) => `${LOAD_LABELS[part]} ${load[part] > 0 ? '+' : ''}${partText(load, part)}`)
    .join(', ') || 'none';
