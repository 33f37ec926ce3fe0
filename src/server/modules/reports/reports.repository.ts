import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { Cents, GallonTenths } from '@/domain/money';
import { TO_COLLECT_CODES } from '@/domain/payment/waiting-money';
import { LINE_COLUMNS, PRICE_LINES, type PriceLine } from '@/domain/pricing/quote';
import type { MoneyDay } from '@/domain/report-periods';
import { REPORTED_LINES } from '@/domain/reports';

/** Completed, and no test; written as in the index `appointments_report`, so that SQLite uses it. */
const isReported = sql`${appointments.status} = 'completed' and ${appointments.testMode} = 0`;

const sum = <Q extends number>(amount: SQL) => sql<Q>`coalesce(sum(${amount}), 0)`;

type LineFigure = NonNullable<(typeof REPORTED_LINES)[PriceLine]>;

/** The sums of the lines of the prices, under the names of their figures. */
function sumsOfLines() {
  const sums: [LineFigure, SQL<Cents>][] = [];
  for (const line of PRICE_LINES) {
    const figure = REPORTED_LINES[line];
    if (figure) sums.push([figure, sum<Cents>(sql`${appointments[LINE_COLUMNS[line]]}`)]);
  }
  return Object.fromEntries(sums) as Record<LineFigure, SQL<Cents>>;
}

/**
 * Deliveries, quantities and what is owed of each date in a range, both ends included. Tests count
 * nowhere. A date without a delivery has no row.
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

const MONEY_COLUMNS = { delivered: ledger.deliveredOn, moved: ledger.movedOn };

/** What the entries of each kind come to on each date of a range. Tests have none. */
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

/** The unpaid charges of these deliveries that the card or its bank refused. What no card was asked for isn't one. */
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
