import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, drivers, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { Cents, GallonTenths } from '@/domain/money';
import { TO_COLLECT_CODES } from '@/domain/payment/waiting-money';
import { LINE_COLUMNS, PRICE_LINES, type PriceLine } from '@/domain/pricing/quote';
import type { MoneyDay } from '@/domain/report-periods';
import { REPORTED_LINES } from '@/domain/reports';

/**
 * Completed appointments that aren't tests. The condition is spelled as in the index
 * `appointments_report`, so that SQLite uses it.
 */
const isReported = sql`${appointments.status} = 'completed' and ${appointments.testMode} = 0`;

const sum = <Q extends number>(amount: SQL) => sql<Q>`coalesce(sum(${amount}), 0)`;

type LineFigure = NonNullable<(typeof REPORTED_LINES)[PriceLine]>;

/** Returns the sums of the price lines, named after their figures. */
function sumsOfLines() {
  const sums: [LineFigure, SQL<Cents>][] = [];
  for (const line of PRICE_LINES) {
    const figure = REPORTED_LINES[line];
    if (figure) sums.push([figure, sum<Cents>(sql`${appointments[LINE_COLUMNS[line]]}`)]);
  }
  return Object.fromEntries(sums) as Record<LineFigure, SQL<Cents>>;
}

/**
 * Selects deliveries, quantities, and balances by date in a range, including both ends. Test
 * appointments don't count. A date without deliveries has no row.
 */
export function figuresByDate(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  const gallonsOf = (fuelType: 'Regular' | 'Premium') =>
    sum<GallonTenths>(
      sql`case when ${appointments.fuelType} = ${fuelType} then ${appointments.actualGallonsTenths} end`,
    );
  return orm
    .select({
      date: appointments.date,
      deliveries: sql<number>`count(*)`,
      owedCents: sum<Cents>(sql`${appointments.remainingBalanceCents}`),
      regularGallonsTenths: gallonsOf('Regular'),
      premiumGallonsTenths: gallonsOf('Premium'),
      smallIceBags: sum(sql`${appointments.smallIceBags}`),
      largeIceBags: sum(sql`${appointments.largeIceBags}`),
      ...sumsOfLines(),
    })
    .from(appointments)
    .where(and(isReported, gte(appointments.date, from), lte(appointments.date, to)))
    .groupBy(appointments.date)
    .orderBy(asc(appointments.date));
}

/** Selects the completed deliveries of a range, each with its driver's name. */
export function selectReported(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  const { date, slotIndex, completedAt, location, bookedBy } = appointments;
  return orm
    .select({
      ...{ date, slotIndex, completedAt, location },
      isWalkUp: sql<boolean>`${bookedBy} is 'driver'`.mapWith(Boolean),
      driverName: drivers.name,
      gallonsTenths: appointments.actualGallonsTenths,
      totalCents: appointments.totalPriceCents,
    })
    .from(appointments)
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .where(and(isReported, gte(date, from), lte(date, to)));
}

/**
 * Counts the booked spots by date and window in a range. Cancelled appointments, holds, walk-ups, and
 * tests don't count.
 */
export function selectBookedSpots(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  const { date, slotIndex, status, holdExpiresAt, bookedBy, testMode } = appointments;
  return orm
    .select({ date, slotIndex, booked: sql<number>`count(*)` })
    .from(appointments)
    .where(
      and(
        gte(date, from),
        lte(date, to),
        ne(status, 'cancelled'),
        isNull(holdExpiresAt),
        sql`${bookedBy} is not 'driver'`,
        eq(testMode, false),
      ),
    )
    .groupBy(date, slotIndex);
}

/** Selects the tax in the totals of completed deliveries by date. Test appointments have none. */
export function taxByDate(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  const { date, taxes } = appointments;
  return orm
    .select({ date, taxCents: sum<Cents>(sql`${taxes} ->> '$.taxCents'`) })
    .from(appointments)
    .where(and(isNotNull(taxes), gte(date, from), lte(date, to)))
    .groupBy(date);
}

const MONEY_COLUMNS = { delivered: ledger.deliveredOn, moved: ledger.movedOn };

/** Selects the ledger's sums by date and kind in a range. Test appointments have no entries. */
export function moneyByDate(
  orm: Queryable,
  moneyOn: MoneyDay,
  from: CalendarDate,
  to: CalendarDate,
) {
  const date = MONEY_COLUMNS[moneyOn];
  return orm
    .select({ date, kind: ledger.kind, grossCents: sum<Cents>(sql`${ledger.grossCents}`) })
    .from(ledger)
    .where(and(gte(date, from), lte(date, to)))
    .groupBy(date, ledger.kind);
}

/**
 * Selects the unpaid charges of these deliveries that a card or its bank refused. If no card was
 * tried, the charge doesn't count.
 */
export function failuresByDate(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  return orm
    .select({
      date: appointments.date,
      failedCharges: sql<number>`count(*)`,
      failedCents: sql<Cents>`sum(${charges.amountCents})`,
    })
    .from(charges)
    .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
    .where(
      and(
        inArray(charges.state, ['declined', 'requires_action']),
        or(isNull(charges.errorCode), notInArray(charges.errorCode, [...TO_COLLECT_CODES])),
        gte(appointments.date, from),
        lte(appointments.date, to),
        eq(appointments.testMode, false),
      ),
    )
    .groupBy(appointments.date);
}
