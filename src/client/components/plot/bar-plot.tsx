import { PLOT_SIDE, PlotFrame } from './plot-frame';

type BarSeries = {
  name: string;
  /** The colour of the bars as a text colour class: 'text-primary'. */
  className: string;
  /** One value for each bar. The first series lies at the bottom of the bars. */
  values: readonly number[];
};

type BarPlotProps = {
  /** The plot's name for screen readers. The numbers stand in a table beside it. */
  label: string;
  /** The name of each bar, from left to right. */
  bars: readonly string[];
  series: readonly BarSeries[];
  /** The smallest step between two lines across: 1 delivery, 100 cents. */
  unit: number;
  format: (value: number) => string;
};

/** The share of the room for a bar that it fills. */
const BAR_SHARE = 0.72;

/**
 * Stacked bars: one bar for each amount, one colour for each of its parts. Parts below 0 are stacked
 * downwards from it.
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

/** A part of a bar: it begins at the end of the part before it, and `to` lies farther from 0. */
type BarPart = { from: number; to: number };
const NOTHING: BarPart = { from: 0, to: 0 };

/** The parts of one bar, those above 0 upwards and those below 0 downwards. */
export function stackOf(values: readonly number[]): BarPart[] {
  const ends = { up: 0, down: 0 };
  return values.map((value) => {
    const way = value < 0 ? 'down' : 'up';
    const from = ends[way];
    ends[way] += value;
    return { from, to: ends[way] };
  });
}

/** The values of the lines across the plot, from the lowest to the highest; one of them is 0. */
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

/** A round step (1, 2 or 5 times a power of ten, times the unit), at most four of which reach `highest`. */
export function stepFor(highest: number, unit: number): number {
  const needed = highest / 4 / unit;
  if (needed <= 1) return unit;
  const tens = 10 ** Math.floor(Math.log10(needed));
  const round = [1, 2, 5, 10].find((factor) => factor * tens >= needed) ?? 10;
  return round * tens * unit;
}
