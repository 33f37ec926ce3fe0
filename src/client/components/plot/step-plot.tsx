import { stepFor } from './bar-plot';
import { PLOT_SIDE, PlotFrame } from './plot-frame';

type PlotSeries = {
  name: string;
  /** The color of the line as a text color class, such as 'text-primary'. */
  className: string;
  values: readonly number[];
};

type StepPlotProps = {
  /** The plot's name for screen readers, which read the numbers in a table. */
  label: string;
  /** The instant when each value starts, in ascending order. The last value lasts until `until`. */
  at: readonly number[];
  until: number;
  series: readonly PlotSeries[];
  format: (value: number) => string;
  formatAt: (at: number) => string;
};

/** Shows lines with steps, for values that last until the next one, such as prices. */
export function StepPlot({ label, at, until, series, format, formatAt }: StepPlotProps) {
  const first = at[0] ?? until;
  const span = Math.max(1, until - first);
  const all = series.flatMap((one) => one.values);
  const { bottom, top, step } = roundScale(Math.min(...all), Math.max(...all));
  const x = (time: number) => ((time - first) / span) * PLOT_SIDE;
  const y = (value: number) => ((top - value) / (top - bottom)) * PLOT_SIDE;
  return (
    <PlotFrame
      label={label}
      legend={series}
      ends={[formatAt(first), formatAt(until)]}
      lines={Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, line) => ({
        at: (line * step) / (top - bottom),
        text: format(bottom + line * step),
      }))}
    >
      {series.map((one) => (
        <path
          key={one.name}
          d={pathOf(one.values, at, until, x, y)}
          fill="none"
          stroke="currentColor"
          strokeWidth={2.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={one.className}
        />
      ))}
    </PlotFrame>
  );
}

/** Returns a scale from a round value below the lowest to one above the highest, in round steps. */
export function roundScale(low: number, high: number) {
  // The padding keeps a flat line away from the edge.
  const padding = Math.max((high - low) * 0.1, 5);
  const step = stepFor(high - low + 2 * padding, 1);
  const bottom = Math.max(0, Math.floor((low - padding) / step) * step);
  return { bottom, top: Math.ceil((high + padding) / step) * step, step };
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
    const height = y(value).toFixed(2);
    return `${index === 0 ? 'M' : 'L'}${from.toFixed(2)} ${height}L${to.toFixed(2)} ${height}`;
  });
  return parts.join('');
}
