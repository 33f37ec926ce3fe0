import { classNames } from '@/client/components/class-names';

type FiguresTableProps = {
  /** The table's name for screen readers, such as "June 2026 by day". */
  label: string;
  /** The heading of the first column. */
  by: string;
  /** The headings of the columns of figures. */
  columns: readonly string[];
  /**
   * Each row has a name and one figure per column, as text. `share` (0 to 1) is drawn as a bar below
   * the name.
   */
  rows: readonly { key: string; name: string; figures: readonly string[]; share?: number }[];
  total: readonly string[];
  className?: string;
};

/**
 * Shows figures over time with their total. Headings and total stay visible while the rows scroll.
 */
export function FiguresTable({ label, by, columns, rows, total, className }: FiguresTableProps) {
  const cellsOf = (figures: readonly string[]) =>
    columns.map((name, index) => (
      <td key={name} className="tabular py-1.5 ps-3 text-end whitespace-nowrap">
        {figures[index]}
      </td>
    ));
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long or wide table.
      tabIndex={0}
      // Paper doesn't scroll, so it shows all rows.
      className={classNames(
        'overflow-auto rounded-field print:max-h-none print:overflow-visible',
        className,
      )}
    >
      <table className="w-full text-[0.95rem]">
        <thead className="sticky top-0 print:static bg-base-100 text-sm text-muted">
          <tr>
            <th scope="col" className="py-1.5 pe-3 text-start font-medium capitalize">
              {by}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="py-1.5 ps-3 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures, share }) => (
            <tr key={key} className="border-t border-edge/70">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
                {name}
                {share === undefined ? null : (
                  <span aria-hidden="true" className="mt-0.5 block h-1 rounded-full bg-base-200">
                    <span
                      className="block h-full rounded-full bg-primary"
                      style={{ width: `${Math.round(100 * share)}%` }}
                    />
                  </span>
                )}
              </th>
              {cellsOf(figures)}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 print:static bg-base-100 font-semibold">
          <tr className="border-t border-edge">
            <th scope="row" className="py-1.5 pe-3 text-start">
              Total
            </th>
            {cellsOf(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
