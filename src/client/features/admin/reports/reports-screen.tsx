import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, Skeleton } from '@/client/components/feedback/states';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { RadioCards } from '@/client/components/form/radio-cards';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { ExportLink } from '@/client/identity/export-link';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import {
  MONEY_DAYS,
  type MoneyDay,
  REPORT_PERIODS,
  type ReportPeriod,
} from '@/domain/report-periods';
import { REPORT_FIGURE_NAMES, rangeBefore, reportSchema } from '@/domain/reports';
import { type ReportView, TOPICS, topicsOf } from './figures';
import { GroupPanels } from './group-panels';
import { TopicPanel } from './topic-panel';

const POLL_MS = 60_000;
const PERIOD_LABELS: Record<ReportPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' };
const MONEY_LABELS: Record<MoneyDay, string> = {
  delivered: 'Delivery date',
  moved: 'Payment date',
};

type ReportsScreenProps = { view: ReportView; onView: (change: Partial<ReportView>) => void };

/** Deliveries and revenue by day, week, or month. Test appointments aren't counted. */
export function ReportsScreen({ view, onView }: ReportsScreenProps) {
  const { by, moneyOn, from, to } = view;
  const input = { by, moneyOn, from: from || undefined, to: to || undefined };
  const problem = reportSchema.safeParse(input).error?.issues[0]?.message;
  const report = trpc.admin.report.useQuery(input, {
    enabled: problem === undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchOnMount: 'always',
  });
  const { data } = report;
  // The previous range is only for comparison, so the screen doesn't wait for it.
  const before = trpc.admin.report.useQuery(
    { by: 'month', moneyOn, ...(data ? rangeBefore(data) : null) },
    { enabled: data !== undefined, placeholderData: keepPreviousData },
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <RadioCards
          legend="Group by"
          legendHidden
          dense
          columns={3}
          className="w-full sm:w-72"
          value={by}
          options={REPORT_PERIODS.map((period) => ({
            value: period,
            label: PERIOD_LABELS[period],
          }))}
          onValueChange={(period) => onView({ by: period as ReportPeriod })}
        />
        <RadioCards
          legend="Count amounts by"
          dense
          columns={2}
          className="w-full sm:w-80"
          value={moneyOn}
          options={MONEY_DAYS.map((day) => ({ value: day, label: MONEY_LABELS[day] }))}
          onValueChange={(day) => onView({ moneyOn: day as MoneyDay })}
        />
        <DateField label="From" value={from} onChange={(date) => onView({ from: date })} />
        <DateField
          label="To"
          value={to}
          onChange={(date) => onView({ to: date })}
          error={problem}
        />
        {from || to ? (
          <Button variant="quiet" onClick={() => onView({ from: '', to: '' })}>
            Default Dates
          </Button>
        ) : null}
        {data ? (
          <ExportLink
            href={`/api/admin/export/report.csv?${new URLSearchParams({ by: data.by, moneyOn: data.moneyOn, from: data.from, to: data.to })}`}
            className="sm:ms-auto"
          />
        ) : null}
      </div>
      {data ? (
        <>
          <p role="status" className="text-muted">
            {formatLongDate(data.from)} to {formatLongDate(data.to)}. Test orders aren’t included.
            {data.total.owedCents > 0 ? (
              <>
                {' '}
                <Link
                  to="/admin"
                  search={{ view: 'money', kind: 'owed', from: data.from, to: data.to }}
                  className="link"
                >
                  {formatDollars(data.total.owedCents)} owed
                </Link>
              </>
            ) : null}
          </p>
          {REPORT_FIGURE_NAMES.every((name) => data.total[name] === 0) ? (
            <EmptyState icon={OTHER_ICONS.chart} title="No deliveries or payments">
              Select other dates to see a report.
            </EmptyState>
          ) : (
            <div
              aria-busy={report.isPlaceholderData}
              className="grid items-start gap-4 xl:grid-cols-2"
            >
              {topicsOf(data).map((topic, index) => (
                <TopicPanel
                  key={topic.title}
                  topic={topic}
                  report={data}
                  before={before.data}
                  wide={index === 0}
                />
              ))}
              <GroupPanels input={{ from: data.from, to: data.to }} />
            </div>
          )}
        </>
      ) : problem !== undefined ? (
        <EmptyState icon={OTHER_ICONS.chart} title="No report for these dates">
          Select other dates to see a report.
        </EmptyState>
      ) : report.isError ? (
        <ErrorState title="We couldn’t load the report" onRetry={() => report.refetch()}>
          {problemOf(report.error).message}
        </ErrorState>
      ) : (
        <div role="status" className="grid gap-4 xl:grid-cols-2">
          <span className="sr-only">Loading report</span>
          {TOPICS.map(({ title }) => (
            <Skeleton key={title} className="h-80 rounded-box" />
          ))}
        </div>
      )}
    </div>
  );
}

type DateFieldProps = {
  label: string;
  value: string;
  error?: string;
  onChange: (date: string) => void;
};

function DateField({ label, value, error, onChange }: DateFieldProps) {
  return (
    <Field label={label} error={error} className="min-w-[min(100%,10rem)] flex-1 sm:max-w-56">
      <DateInput value={value} onDate={onChange} />
    </Field>
  );
}
