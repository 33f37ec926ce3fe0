import { classNames } from '@/client/components/class-names';
import { Money } from '@/client/components/money';
import { Panel } from '@/client/components/panel';
import { BarPlot } from '@/client/components/plot/bar-plot';
import { FiguresTable } from '@/client/components/plot/figures-table';
import { daysBetween } from '@/domain/dates';
import { periodLabel, plotOf, type Report, type Topic } from './figures';

type TopicProps = { topic: Topic; report: Report };

type TopicPanelProps = TopicProps & {
  /** The report of the equally long range before; undefined until it's loaded. */
  before: Report | undefined;
  wide: boolean;
};

/** A plot with its total and table. A wide one spans the whole row. */
export function TopicPanel({ topic, report, before, wide }: TopicPanelProps) {
  const { title, note, parts } = topic;
  const { step, text } = plotOf(parts[0].of);
  const { rows, by, moneyOn } = report;
  const sumOf = ({ total }: Report) => text(parts.reduce((sum, part) => sum + total[part.of], 0));
  const days = daysBetween(report.from, report.to) + 1;
  return (
    <Panel
      tight
      title={title}
      subtitle={typeof note === 'string' ? note : note[moneyOn]}
      className={wide ? 'xl:col-span-2' : undefined}
      actions={
        <span className="text-end">
          <Money size="lg">{sumOf(report)}</Money>
          {/* The line takes its space while it loads, so that the plots below stay in place. */}
          <span className="block h-5 text-sm whitespace-nowrap text-muted">
            {before && `${days === 1 ? 'Day before' : `${days} days before`}: ${sumOf(before)}`}
          </span>
        </span>
      }
    >
      <div
        className={classNames(
          'grid gap-5 md:grid-cols-[3fr_2fr]',
          !wide && 'xl:grid-cols-1 2xl:grid-cols-[3fr_2fr]',
        )}
      >
        <BarPlot
          label={`${title} by ${by}`}
          bars={rows.map((row) => periodLabel(row, by))}
          series={parts.map(({ name, className, of }) => ({
            name,
            className,
            values: rows.map((row) => row[of]),
          }))}
          unit={step}
          format={text}
        />
        <Numbers topic={topic} report={report} />
      </div>
    </Panel>
  );
}

function Numbers({ topic: { title, parts, also }, report }: TopicProps) {
  const columns = [...parts, ...also];
  const figuresOf = (row: Report['total']) => columns.map(({ of }) => plotOf(of).text(row[of]));
  return (
    <FiguresTable
      label={`${title} in numbers`}
      by={report.by}
      className="max-h-64"
      columns={columns.map(({ name }) => name)}
      rows={report.rows.toReversed().map((row) => ({
        key: row.from,
        name: periodLabel(row, report.by),
        figures: figuresOf(row),
      }))}
      total={figuresOf(report.total)}
    />
  );
}
