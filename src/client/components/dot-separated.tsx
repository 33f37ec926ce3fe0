import type { ReactNode } from 'react';

/** What is known of a thing on one line, with a dot between: "Sam Waters · (269) 555-0117". */
export function DotSeparated({ parts }: { parts: readonly ReactNode[] }) {
  const known = parts.filter(Boolean);
  return known.length === 0
    ? null
    : known.reduce((before, part) => (
        <>
          {before} · {part}
        </>
      ));
}
