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

/** Stacked bars: one bar for each amount, one colour for each of its parts. */
export function BarPlot({ label, bars, series, unit, format }: BarPlotProps) {
  const sums = bars.map((_, bar) => series.reduce((sum, one) => sum + (one.values[bar] ?? 0), 0));
  const step = stepFor(Math.max(0, ...sums), unit);
  const count = Math.max(1, Math.ceil(Math.max(0, ...sums) / step));
  const top = step * count;
  const room = PLOT_SIDE / Math.max(1, bars.length);
  return (
    <PlotFrame
      label={label}
      legend={series}
      ends={[bars[0] ?? '', bars.at(-1) ?? '']}
      lines={Array.from({ length: count + 1 }, (_, line) => ({
        at: line / count,
        text: format(step * line),
      }))}
    >
      {bars.map((bar, index) => {
        let below = 0;
        return (
          <g key={bar}>
            <title>{`${bar}: ${format(sums[index] ?? 0)}`}</title>
            {series.map(({ name, className, values }) => {
              const height = ((values[index] ?? 0) / top) * PLOT_SIDE;
              below += height;
              return height > 0 ? (
                <rect
                  key={name}
                  x={(index + (1 - BAR_SHARE) / 2) * room}
                  y={PLOT_SIDE - below}
                  width={room * BAR_SHARE}
                  height={height}
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

/** A round step (1, 2 or 5 times a power of ten, times the unit), at most four of which reach `highest`. */
export function stepFor(highest: number, unit: number): number {
  const needed = highest / 4 / unit;
  if (needed <= 1) return unit;
  const tens = 10 ** Math.floor(Math.log10(needed));
  const round = [1, 2, 5, 10].find((factor) => factor * tens >= needed) ?? 10;
  return round * tens * unit;
}
