import { useEffect } from 'react';
import { formatCount } from '@/domain/text';
import { IconButton } from './button';
import { classNames } from './class-names';

type PagerProps = {
  /** From 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** The list's name for screen readers, such as "Customers". */
  label: string;
  busy?: boolean;
  className?: string;
};

/**
 * Goes to the last page if the current page is past it, because the list became shorter or the
 * address names a page that doesn't exist.
 *
 * @param pageCount null while loading
 */
export function usePageWithin(
  page: number,
  pageCount: number | null,
  onPage: (page: number) => void,
) {
  const isBehind = pageCount !== null && page > Math.max(1, pageCount);
  useEffect(() => {
    if (isBehind && pageCount !== null) onPage(Math.max(1, pageCount));
  });
}

/** Shows buttons to the previous and the next page. Renders nothing for a single page. */
export function Pager({ page, pageCount, onPage, label, busy = false, className }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav
      aria-label={`${label} pages`}
      className={classNames('flex items-center justify-center gap-3', className)}
    >
      <IconButton
        icon="chevron-left"
        label="Previous Page"
        variant="quiet"
        disabled={busy || page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <p className="tabular min-w-28 text-center" aria-live="polite">
        Page {formatCount(page)} of {formatCount(pageCount)}
      </p>
      <IconButton
        icon="chevron-right"
        label="Next Page"
        variant="quiet"
        disabled={busy || page >= pageCount}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
