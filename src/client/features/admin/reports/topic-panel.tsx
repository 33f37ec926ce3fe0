import { BarPlot } from '@/client/components/bar-plot';
import { classNames } from '@/client/components/class-names';
import { Money } from '@/client/components/money';
import { Panel } from '@/client/components/panel';
import { drawn, periodLabel, type Report, type Topic } from './figures';

type TopicProps = { topic: Topic; report: Report };

/** One plot with its total and its table. A wide one takes the whole row. */
export function TopicPanel({ topic, report, wide }: TopicProps & { wide: boolean }) {
  const { title, note, parts } = topic;
  const { step, text } = drawn(parts[0].of);
  const { rows, total, by, moneyOn } = report;
  return (
    <Panel
      tight
      title={title}
      subtitle={typeof note === 'string' ? note : note[moneyOn]}
      className={wide ? 'xl:col-span-2' : undefined}
      actions={
        <Money size="lg">{text(parts.reduce((sum, part) => sum + total[part.of], 0))}</Money>
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
  return (
    <section
      aria-label={`${title} in numbers`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll by keyboard.
      tabIndex={0}
      className="max-h-64 overflow-auto rounded-field"
    >
      <table className="w-full text-[0.95rem]">
        <thead className="sticky top-0 bg-base-100 text-sm text-muted">
          <tr>
            <th scope="col" className="py-1.5 pe-3 text-start font-medium capitalize">
              {report.by}
            </th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="py-1.5 ps-3 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.toReversed().map((row) => (
            <tr key={row.from} className="border-t border-edge/70">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
                {periodLabel(row, report.by)}
              </th>
              {columns.map((column) => (
                <td key={column.name} className="tabular py-1.5 ps-3 text-end whitespace-nowrap">
                  {drawn(column.of).text(row[column.of])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-base-100 font-semibold">
          <tr className="border-t border-edge">
            <th scope="row" className="py-1.5 pe-3 text-start">
              Total
            </th>
            {columns.map((column) => (
              <td key={column.name} className="tabular py-1.5 ps-3 text-end whitespace-nowrap">
                {drawn(column.of).text(report.total[column.of])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
