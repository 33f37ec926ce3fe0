import { PLOT_SIDE, PlotFrame } from './plot-frame';

type BarSeries = {
  name: string;
  /** The color of the bars as a text color class, such as 'text-primary'. */
  className: string;
  /** One value for each bar. The first series is at the bottom. */
  values: readonly number[];
};

type BarPlotProps = {
  /** The plot's name for screen readers, which read the numbers in a table. */
  label: string;
  /** The name of each bar, from left to right. */
  bars: readonly string[];
  series: readonly BarSeries[];
  /** The smallest step between two lines, such as 1 delivery or 100 cents. */
  unit: number;
  format: (value: number) => string;
};

/** A bar fills this share of its space. */
const BAR_SHARE = 0.72;

/**
 * Shows stacked bars with one color for each part. Negative parts are stacked downward from 0.
 */
export function BarPlot({ label, bars, series, unit, format }: BarPlotProps) {
  const stacks = bars.map((_, bar) => stackOf(series.map(({ values }) => values[bar] ?? 0)));
  const { lowest, highest, lines } = scaleFor(stacks.flat(), unit);
  const heightOf = (value: number) => (value / (highest - lowest)) * PLOT_SIDE;
  const room = PLOT_SIDE / Math.max(1, bars.length);
  return (
    <PlotFrame
      label={label}
      legend={series}
      ends={[bars[0] ?? '', bars.at(-1) ?? '']}
      lines={lines.map((value) => ({
        at: (value - lowest) / (highest - lowest),
        text: format(value),
      }))}
    >
      {bars.map((bar, index) => {
        const stack = stacks[index] ?? [];
        return (
          <g key={bar}>
            <title>{`${bar}: ${format(stack.reduce((sum, { from, to }) => sum + to - from, 0))}`}</title>
            {series.map(({ name, className }, part) => {
              const { from, to } = stack[part] ?? NOTHING;
              return from !== to ? (
                <rect
                  key={name}
                  x={(index + (1 - BAR_SHARE) / 2) * room}
                  y={heightOf(highest - Math.max(from, to))}
                  width={room * BAR_SHARE}
                  height={heightOf(Math.abs(to - from))}
                  fill="currentColor"
                  className={className}
                />
              ) : null;
            })}
          </g>
        );
      })}
    </PlotFrame>
  );
}

/** A part of a bar. It starts at the end of the previous part, and `to` is farther from 0. */
type BarPart = { from: number; to: number };
const NOTHING: BarPart = { from: 0, to: 0 };

/** Stacks the parts of one bar: positive ones upward from 0, and negative ones downward. */
export function stackOf(values: readonly number[]): BarPart[] {
  const ends = { up: 0, down: 0 };
  return values.map((value) => {
    const way = value < 0 ? 'down' : 'up';
    const from = ends[way];
    ends[way] += value;
    return { from, to: ends[way] };
  });
}

/** Returns the values of the plot's lines in ascending order. One of them is 0. */
export function scaleFor(parts: readonly BarPart[], unit: number) {
  const ends = parts.map(({ to }) => to);
  const top = Math.max(0, ...ends);
  const bottom = Math.min(0, ...ends);
  const step = stepFor(top - bottom, unit);
  const below = Math.ceil(-bottom / step);
  const above = Math.max(1, Math.ceil(top / step));
  const lines = Array.from({ length: below + above + 1 }, (_, line) => (line - below) * step);
  return { lines, lowest: -below * step, highest: above * step };
}

/**
 * Returns a round step: 1, 2, or 5 times a power of ten, times the unit. At most four steps reach
 * `highest`.
 */
export function stepFor(highest: number, unit: number): number {
  const needed = highest / 4 / unit;
  if (needed <= 1) return unit;
  const tens = 10 ** Math.floor(Math.log10(needed));
  const round = [1, 2, 5, 10].find((factor) => factor * tens >= needed) ?? 10;
  return round * tens * unit;
}
