import type { ReactNode } from 'react';

/** Text for screen readers only; `live` reads it out when it changes. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: boolean }) {
  return (
    <span className="sr-only" role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
