import { Link } from '@tanstack/react-router';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { FiguresTable } from '@/client/components/plot/figures-table';
import { ExportLink } from '@/client/identity/export-link';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { JOURNAL_PROGRAMS, PROGRAM_LABELS } from '@/domain/accounting/accounts';
import { formatMonth, formatMonthDay } from '@/domain/dates';
import { formatDollars, minus } from '@/domain/money';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import { endOfMonth } from '@/domain/payment/months';

type Month = Outputs['admin']['month'];
type Figures = Month['total'];

/** The columns of a month by day. Net is card plus cash minus Stripe fees. */
const COLUMNS: readonly { name: string; of: keyof Figures }[] = [
  { name: 'Card', of: 'cardCents' },
  { name: 'Cash', of: 'cashCents' },
  { name: 'Stripe fees', of: 'feeCents' },
  { name: 'Net', of: 'netCents' },
  { name: 'Not revenue', of: 'otherCents' },
];
const TAX_COLUMN = { name: 'Tax included', of: 'taxCents' } as const;

/** A month by day, and the adjustments made after it was closed. */
export function MonthPanel({ month }: { month: string }) {
  const { formatInstant } = useInstants();
  const query = trpc.admin.month.useQuery({ month }, { refetchOnMount: 'always' });
  const { data } = query;
  const days = new URLSearchParams({ from: month, to: endOfMonth(month) });
  return (
    <Panel
      tight
      icon="dollar"
      title={formatMonth(month)}
      subtitle={
        data?.closed
          ? `Closed by ${data.closed.by}, ${formatInstant(data.closed.at)}. These figures are final.`
          : 'Open. These figures can still change.'
      }
      actions={
        <>
          <ExportLink href={`/api/admin/export/sales.csv?${days}`} label="Export Sales" size="sm" />
          <ExportLink href={`/api/admin/export/ledger.csv?${days}`} size="sm" />
        </>
      }
    >
      {data ? (
        <>
          <OpenDays month={data} />
          <Days month={data} />
          <div className="mt-4 flex flex-wrap gap-2">
            <ExportLink
              href={`/api/admin/export/tickets.csv?${days}`}
              label="Export Tickets"
              size="sm"
            />
            {JOURNAL_PROGRAMS.map((program) => (
              <ExportLink
                key={program}
                href={`/api/admin/export/journal.csv?program=${program}&${days}`}
                label={`Journal for ${PROGRAM_LABELS[program]}`}
                size="sm"
              />
            ))}
          </div>
          {data.closed ? <Changes month={data} /> : null}
        </>
      ) : query.isError ? (
        <ErrorState title="We couldn’t load this month" onRetry={() => query.refetch()}>
          {problemOf(query.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-80 rounded-field" />
      )}
    </Panel>
  );
}

/** The days of an open month whose fuel and cash aren't closed yet. */
function OpenDays({ month: { openDays } }: { month: Month }) {
  const reads = useMay()('counts');
  if (openDays.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3">
      <span>{openDays.length === 1 ? 'Day not closed:' : 'Days not closed:'}</span>
      {openDays.map((day) =>
        reads ? (
          <Link key={day} to="/admin/closing" search={{ day }} className="link">
            {formatMonthDay(day)}
          </Link>
        ) : (
          <span key={day}>{formatMonthDay(day)}</span>
        ),
      )}
    </p>
  );
}

function Days({ month: { month, days, total } }: { month: Month }) {
  if (days.length === 0) return <p className="text-muted">No payments or refunds in this month.</p>;
  const isLate = days.some(({ date }) => date < month);
  const hasTax = days.some(({ taxCents }) => taxCents !== 0);
  const columns = hasTax ? [...COLUMNS, TAX_COLUMN] : COLUMNS;
  const figuresOf = (figures: Figures) => columns.map(({ of }) => formatDollars(figures[of]));
  return (
    <>
      <FiguresTable
        label={`${formatMonth(month)} by day`}
        by="Day"
        columns={columns.map(({ name }) => name)}
        rows={days.map((day) => ({
          key: day.date,
          name: `${formatMonthDay(day.date)}${day.date < month ? ' *' : ''}`,
          figures: figuresOf(day),
        }))}
        total={figuresOf(total)}
      />
      <p className="mt-2 text-sm text-muted">
        Card and cash amounts are net of refunds. Disputed funds and payments without a charge
        aren’t counted as revenue.
      </p>
      {isLate ? (
        <p className="mt-1 text-sm text-muted">
          * Recorded after that day’s month was closed, so it counts in this month.
        </p>
      ) : null}
    </>
  );
}

/** The adjustments made after the month was closed, and the months they count in. */
function Changes({ month: { changes } }: { month: Month }) {
  const { formatInstant } = useInstants();
  return (
    <section aria-label="Adjustments after close" className="mt-5">
      <h3 className="mb-2 text-base">Adjustments after close</h3>
      {changes.length === 0 ? (
        <p className="text-muted">No adjustments.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-edge/70">
          {changes.map(({ id, kind, grossCents, feeCents, publicCode, ...entry }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span>
                {LEDGER_KINDS[kind].label} for {publicCode}, {formatMonthDay(entry.movedOn)}
                <span className="block text-sm text-muted">
                  Recorded {formatInstant(entry.writtenAt)}. Counts in {formatMonth(entry.countsIn)}
                  .
                </span>
              </span>
              <span className="tabular">{formatDollars(minus(grossCents, feeCents))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
