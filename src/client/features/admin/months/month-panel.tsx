import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { FiguresTable } from '@/client/components/plot/figures-table';
import { ExportLink } from '@/client/identity/export-link';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatMonth, formatMonthDay } from '@/domain/dates';
import { formatDollars, minus } from '@/domain/money';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import { endOfMonth } from '@/domain/payment/months';

type Month = Outputs['admin']['month'];
type Figures = Month['total'];

/** The columns of a month by day. The first two, less the third, come to the net. */
const COLUMNS: readonly { name: string; of: keyof Figures }[] = [
  { name: 'By card', of: 'cardCents' },
  { name: 'Cash', of: 'cashCents' },
  { name: 'Stripe kept', of: 'feeCents' },
  { name: 'Net', of: 'netCents' },
  { name: 'No revenue', of: 'otherCents' },
];

/** A month by day, and what became known of it since it was closed. */
export function MonthPanel({ month }: { month: string }) {
  const { formatInstant } = useInstants();
  const read = trpc.admin.month.useQuery({ month }, { refetchOnMount: 'always' });
  const { data } = read;
  const days = new URLSearchParams({ from: month, to: endOfMonth(month) });
  return (
    <Panel
      tight
      icon="dollar"
      title={formatMonth(month)}
      subtitle={
        data?.closed
          ? `Closed by ${data.closed.by}, ${formatInstant(data.closed.at)}. These figures stand.`
          : 'Open: the figures may still change.'
      }
      actions={<ExportLink href={`/api/admin/export/ledger.csv?${days}`} size="sm" />}
    >
      {data ? (
        <>
          <Days month={data} />
          {data.closed ? <Changes month={data} /> : null}
        </>
      ) : read.isError ? (
        <ErrorState title="The month could not be loaded" onRetry={() => read.refetch()}>
          {problemOf(read.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-80 rounded-field" />
      )}
    </Panel>
  );
}

function Days({ month: { month, days, total } }: { month: Month }) {
  if (days.length === 0) return <p className="text-muted">No money moved.</p>;
  const isLate = days.some(({ date }) => date < month);
  const figuresOf = (figures: Figures) => COLUMNS.map(({ of }) => formatDollars(figures[of]));
  return (
    <>
      <FiguresTable
        label={`${formatMonth(month)} by day`}
        by="Day"
        columns={COLUMNS.map(({ name }) => name)}
        rows={days.map((day) => ({
          key: day.date,
          name: `${formatMonthDay(day.date)}${day.date < month ? ' *' : ''}`,
          figures: figuresOf(day),
        }))}
        total={figuresOf(total)}
      />
      <p className="mt-2 text-sm text-muted">
        Card and cash amounts are minus refunds. Disputed money and payments without a charge aren’t
        revenue.
      </p>
      {isLate ? (
        <p className="mt-1 text-sm text-muted">
          * Became known after the month of that day was closed, so it counts here.
        </p>
      ) : null}
    </>
  );
}

/** What became known of a closed month since, and where it counts. */
function Changes({ month: { changes } }: { month: Month }) {
  const { formatInstant } = useInstants();
  return (
    <section aria-label="Known since it was closed" className="mt-5">
      <h3 className="mb-2 text-base">Known since it was closed</h3>
      {changes.length === 0 ? (
        <p className="text-muted">Nothing. The month is as it was closed.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-edge/70">
          {changes.map(({ id, kind, grossCents, feeCents, publicCode, ...entry }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span>
                {LEDGER_KINDS[kind].label} of {publicCode}, {formatMonthDay(entry.movedOn)}
                <span className="block text-sm text-muted">
                  Known on {formatInstant(entry.writtenAt)}. Counts in {formatMonth(entry.countsIn)}
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
