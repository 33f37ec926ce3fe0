import { writeEntry } from '@/db/guarded-batch';
import { DomainError, MESSAGES } from '@/domain/errors';
import { ledgerFigures } from '@/domain/payment/ledger';
import { groupDeliveries } from '@/domain/report-groups';
import type { MoneyDay, ReportPeriod } from '@/domain/report-periods';
import {
  foldReport,
  type PeriodFigures,
  type ReportFigures,
  type ReportInput,
  reportRange,
} from '@/domain/reports';
import { FIRST_HOURS } from '@/domain/slots/hours';
import { worksIn } from '@/domain/staff/areas';
import { localMoment } from '@/domain/time';
import { zoneAt } from '@/domain/time-zones';
import { windowFills } from '@/domain/window-fill';
import type { AnyCall, Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectPlaces } from '../places/places.repository';
import { selectHoursEntries } from '../slots/hours.repository';
import { defaultCapacityOf, selectDefaultCapacity } from '../slots/occupancy.repository';
import { selectChangedWindows } from '../slots/slots.repository';
import { REPORT_CSV_HEAD, reportCsvLine, totalCsvLine } from './reports.csv';
import {
  failuresByDate,
  figuresByDate,
  moneyByDate,
  selectBookedSpots,
  selectReported,
  taxByDate,
} from './reports.repository';

export type Report = {
  by: ReportPeriod;
  moneyOn: MoneyDay;
  from: string;
  to: string;
  rows: PeriodFigures[];
  total: ReportFigures;
};

/**
 * Reports revenue, gallons, ice, deliveries, and failed charges by day, week, or month. Money
 * counts on the date of its delivery or on the date it moved. Everything else counts on the date of
 * the delivery. Refunds and lost disputes are subtracted, and test appointments don't count.
 * Without dates, it covers thirty days, twelve weeks, or twelve months.
 */
export async function readReport({ deps }: AnyCall, input: ReportInput): Promise<Report> {
  const { by, moneyOn } = input;
  const range = reportRange(input, todayOf(deps));
  const [figures, money, failures, taxes] = await Promise.all([
    figuresByDate(deps.db.orm, range.from, range.to),
    moneyByDate(deps.db.orm, moneyOn, range.from, range.to),
    failuresByDate(deps.db.orm, range.from, range.to),
    taxByDate(deps.db.orm, range.from, range.to),
  ]);
  const earned = [...Map.groupBy(money, ({ date }) => date)].map(([date, sums]) => ({
    date,
    ...ledgerFigures(sums),
  }));
  return {
    by,
    moneyOn,
    ...range,
    ...foldReport([...figures, ...earned, ...failures, ...taxes], by, range),
  };
}

/** The changes of the hours that a report looks through. An owner makes a few in a year. */
const MOST_HOURS_ENTRIES = 500;

/**
 * Reports the completed deliveries of a range by driver and by place, with how many were on time,
 * and how full each time window was. Test appointments don't count.
 */
export async function readReportGroups({ deps }: AnyCall, input: ReportInput) {
  const { from, to } = reportRange(input, todayOf(deps));
  const { zones } = deps.settings;
  const [deliveries, places, booked, changed, settings, entries] = await deps.db.read(
    (orm) =>
      [
        selectReported(orm, from, to),
        selectPlaces(orm),
        selectBookedSpots(orm, from, to),
        selectChangedWindows(orm, { first: from, last: to }),
        selectDefaultCapacity(orm),
        selectHoursEntries(orm, MOST_HOURS_ENTRIES),
      ] as const,
  );
  const newestFirst = entries.map(({ createdAt, hours }) => ({
    since: localMoment(createdAt, zoneAt(zones, createdAt)).date,
    hours,
  }));
  return {
    ...groupDeliveries(deliveries, places, zones),
    windows: windowFills(
      { from, to },
      {
        hoursOn: (date) => newestFirst.find(({ since }) => since <= date)?.hours ?? FIRST_HOURS,
        defaultCapacity: defaultCapacityOf(settings),
        changed,
        booked,
      },
    ),
  };
}

/** Returns the report as a CSV file for admins, with the totals in the last line. */
export async function reportCsv(call: Call, input: ReportInput): Promise<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  const { rows, total, ...after } = await readReport(call, input);
  await writeEntry(call.deps.db, audit(call, { action: 'export.report', after }));
  return [REPORT_CSV_HEAD, ...rows.map(reportCsvLine), totalCsvLine(total)].join('');
}
