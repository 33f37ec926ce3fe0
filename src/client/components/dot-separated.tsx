import type { ReactNode } from 'react';

/** Joins the parts that exist with dots: "Sam Waters · (269) 555-0117". */
export function DotSeparated({ parts }: { parts: readonly ReactNode[] }) {
  const present = parts.filter(Boolean);
  return present.length === 0
    ? null
    : present.reduce((before, part) => (
        <>
          {before} · {part}
        </>
      ));
}
