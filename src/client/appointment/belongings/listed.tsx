import type { ReactNode } from 'react';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { problemOf } from '@/client/lib/problem';

type ListedProps<Row> = {
  /** The name of the list, such as "your boats". */
  what: string;
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
};

/** Shows a panel's rows, or its empty, loading, or error state. */
export function Listed<Row extends { id: string }>(props: ListedProps<Row>) {
  const { what, query, rows, empty, children } = props;
  if (rows) {
    if (rows.length === 0) return <p className="text-muted">{empty}</p>;
    return (
      <ul className="-my-3 flex flex-col divide-y divide-edge">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            {children(row)}
          </li>
        ))}
      </ul>
    );
  }
  if (query.isError) {
    return (
      <ErrorState title={`We couldn’t load ${what}`} onRetry={() => query.refetch()}>
        {problemOf(query.error).message}
      </ErrorState>
    );
  }
  return <SkeletonList label={`Loading ${what}…`} rows={2} />;
}

type RowTextProps = { title: ReactNode; children?: ReactNode };

/** Shows a row's two lines. */
export function RowText({ title, children }: RowTextProps) {
  return (
    <span className="min-w-[min(100%,10rem)] flex-1">
      <span className="block font-medium break-words">{title}</span>
      {children ? <span className="tabular block text-sm text-muted">{children}</span> : null}
    </span>
  );
}

/** Keeps a row's badge and buttons together, so that none of them wraps alone. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">{children}</span>
  );
}
