import type { ReactNode } from 'react';
import { classNames } from '@/client/components/class-names';

/** Plots draw in a square with this side length, which stretches to the width of the page. */
export const PLOT_SIDE = 100;

type PlotFrameProps = {
  /** The plot's name for screen readers, which read the numbers in a table. */
  label: string;
  /** The horizontal lines, each with its height from 0 to 1 and its value as text. */
  lines: readonly { at: number; text: string }[];
  /** The texts below the left end and the right end. */
  ends: readonly [string, string];
  /** The name of each color, which is a text color class. */
  legend: readonly { name: string; className: string }[];
  /** SVG in a square of PLOT_SIDE. It's stretched, so its strokes must not scale. */
  children: ReactNode;
};

/** Frames every plot with lines and their values, both ends, and the legend. */
export function PlotFrame({ label, lines, ends, legend, children }: PlotFrameProps) {
  return (
    <figure className="plot min-w-0">
      <div className="flex gap-2" role="img" aria-label={label}>
        <div aria-hidden="true" className="tabular relative h-44 w-16 shrink-0 text-sm text-muted">
          {lines.map(({ at, text }) => (
            <span
              key={at}
              className="absolute end-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${at * 100}%` }}
            >
              {text}
            </span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${PLOT_SIDE} ${PLOT_SIDE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-44 w-full min-w-0 overflow-visible"
        >
          {lines.map(({ at }) => (
            <line
              key={at}
              x1={0}
              x2={PLOT_SIDE}
              y1={PLOT_SIDE * (1 - at)}
              y2={PLOT_SIDE * (1 - at)}
              vectorEffect="non-scaling-stroke"
              className="stroke-edge"
              strokeWidth={1}
            />
          ))}
          {children}
        </svg>
      </div>
      <p
        aria-hidden="true"
        className="mt-1.5 flex justify-between gap-4 ps-[4.5rem] text-sm text-muted"
      >
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {legend.map(({ name, className }) => (
          <span key={name} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className={classNames('h-1 w-5 rounded-full bg-current', className)}
            />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
