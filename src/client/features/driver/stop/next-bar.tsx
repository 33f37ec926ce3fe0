import type { ReactNode } from 'react';

type NextBarProps = {
  /** The text next to the button. */
  about: ReactNode;
  /** A warning above the bar, so it doesn't move the rest of the screen. */
  warning?: string;
  children: ReactNode;
};

/** The bar at the bottom of the screen, with the shown stop's next action. */
export function NextBar({ about, warning = '', children }: NextBarProps) {
  return (
    <div className="next-bar">
      <div role="status" className="tone tone-yellow border-b empty:hidden">
        {warning ? (
          <p className="mx-auto max-w-3xl px-4 py-2 font-semibold sm:px-6">{warning}</p>
        ) : null}
      </div>
      <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-3 px-4 py-2.5 sm:px-6">
        <div className="min-w-[min(100%,6rem)] flex-1 leading-tight">{about}</div>
        <div className="flex-[1.4]">{children}</div>
      </div>
    </div>
  );
}
