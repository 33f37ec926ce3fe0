import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

type FoldProps = {
  /** The text on the line, such as "Add ice". */
  title: ReactNode;
  icon?: IconName;
  /** Renders at the right end of the line, such as "from $5.00 per bag". */
  aside?: ReactNode;
  /** True if a field inside has a value. The fold then opens. */
  isFilled: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * Hides fields that few people need behind one line. It's the browser's own element, so it opens
 * even before the page's code has loaded.
 */
export function Fold({ title, icon, aside, isFilled, className, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFilled && details.current) details.current.open = true;
  }, [isFilled]);
  return (
    // The person may open the fold before React hydrates the page.
    <details ref={details} suppressHydrationWarning className={classNames('group', className)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-field border border-edge px-4 py-2 font-medium group-open:border-transparent group-open:px-0">
        {icon ? <Icon name={icon} size={20} className="text-primary" /> : null}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          {title}
          {aside ? (
            <span className="tabular text-sm font-normal text-muted group-open:hidden">
              {aside}
            </span>
          ) : null}
        </span>
        <Icon
          name="chevron-down"
          size={20}
          className="text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}

/** Focuses a field. If it's in a closed fold, this opens the fold first. */
export function focusEvenFolded(field: HTMLElement): void {
  const fold = field.closest('details');
  if (fold) fold.open = true;
  field.focus();
}
