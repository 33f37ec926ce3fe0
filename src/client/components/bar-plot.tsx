import { PLOT_SIDE, PlotFrame } from './plot-frame';

type BarSeries = {
  name: string;
  /** A text colour class; the bars take it: 'text-primary'. */
  className: string;
  /** One for each bar, from the bottom of a bar to its top in the order of the series. */
  values: readonly number[];
};

type BarPlotProps = {
  /** Says what is shown, for screen readers; the numbers belong beside the plot. */
  label: string;
  /** What each bar stands for, from left to right. */
  bars: readonly string[];
  series: readonly BarSeries[];
  /** The smallest step that a line across may mean: 1 delivery, 100 cents. */
  unit: number;
  format: (value: number) => string;
};

/** The part of its place that a bar fills. */
const WIDTH = 0.72;

/** Amounts side by side, each made of parts, as stacked bars. */
export function BarPlot({ label, bars, series, unit, format }: BarPlotProps) {
  const sums = bars.map((_, bar) => series.reduce((sum, one) => sum + (one.values[bar] ?? 0), 0));
  const step = stepFor(Math.max(0, ...sums), unit);
  const count = Math.max(1, Math.ceil(Math.max(0, ...sums) / step));
  const top = step * count;
  const place = PLOT_SIDE / Math.max(1, bars.length);
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
                  x={(index + (1 - WIDTH) / 2) * place}
                  y={PLOT_SIDE - below}
                  width={place * WIDTH}
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

/** A round step (1, 2 or 5 and noughts, times the unit) that needs at most four lines. */
export function stepFor(highest: number, unit: number): number {
  const needed = highest / 4 / unit;
  if (needed <= 1) return unit;
  const tens = 10 ** Math.floor(Math.log10(needed));
  const round = [1, 2, 5, 10].find((factor) => factor * tens >= needed) ?? 10;
  return round * tens * unit;
}
