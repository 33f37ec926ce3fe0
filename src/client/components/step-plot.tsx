import { classNames } from './class-names';

export type PlotSeries = {
  name: string;
  /** A text colour class; the line takes it: 'text-primary'. */
  className: string;
  values: readonly number[];
};

type StepPlotProps = {
  /** Says what is shown, for screen readers; the numbers belong beside the plot. */
  label: string;
  /** Where each value begins, ascending; the last one holds until `until`. */
  at: readonly number[];
  until: number;
  series: readonly PlotSeries[];
  format: (value: number) => string;
  formatAt: (at: number) => string;
};

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 52;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 26;

/** Values that hold until the next one, such as prices, as lines with steps. */
export function StepPlot({ label, at, until, series, format, formatAt }: StepPlotProps) {
  const first = at[0] ?? until;
  const span = Math.max(1, until - first);
  const all = series.flatMap((one) => one.values);
  const low = Math.min(...all);
  const high = Math.max(...all);
  // Room above and below, so that a flat line is not an edge.
  const air = Math.max((high - low) * 0.15, 5);
  const bottom = Math.max(0, low - air);
  const top = high + air;
  const x = (time: number) => LEFT + ((time - first) / span) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + ((top - value) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const lines = [0, 1, 2, 3].map((step) => bottom + ((top - bottom) * step) / 3);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        className="block h-auto w-full overflow-visible"
      >
        {lines.map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={y(value)}
              y2={y(value)}
              className="stroke-edge"
              strokeWidth={1}
            />
            <text
              x={LEFT - 8}
              y={y(value) + 4}
              textAnchor="end"
              className="tabular fill-muted text-[12px]"
            >
              {format(value)}
            </text>
          </g>
        ))}
        {series.map((one) => (
          <path
            key={one.name}
            d={pathOf(one.values, at, until, x, y)}
            fill="none"
            stroke="currentColor"
            strokeWidth={2.5}
            strokeLinejoin="round"
            className={one.className}
          />
        ))}
        <text x={LEFT} y={HEIGHT - 6} className="fill-muted text-[12px]">
          {formatAt(first)}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-[12px]">
          {formatAt(until)}
        </text>
      </svg>
      <PlotLegend items={series} />
    </figure>
  );
}

function pathOf(
  values: readonly number[],
  at: readonly number[],
  until: number,
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  const parts = values.map((value, index) => {
    const from = x(at[index] ?? until);
    const to = x(at[index + 1] ?? until);
    const height = y(value).toFixed(1);
    return `${index === 0 ? 'M' : 'L'}${from.toFixed(1)} ${height}L${to.toFixed(1)} ${height}`;
  });
  return parts.join('');
}

/** Which colour is what. */
export function PlotLegend({ items }: { items: readonly { name: string; className: string }[] }) {
  return (
    <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {items.map(({ name, className }) => (
        <span key={name} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={classNames('h-1 w-5 rounded-full bg-current', className)}
          />
          {name}
        </span>
      ))}
    </figcaption>
  );
}
