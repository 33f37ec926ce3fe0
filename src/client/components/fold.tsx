import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

type FoldProps = {
  /** What stands on the line: "Add ice". */
  title: ReactNode;
  icon?: IconName;
  /** At the right end of the line: "from $5.00 a bag". */
  aside?: ReactNode;
  /** Opens by itself once there is something inside to be seen. */
  isFilled: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * Fields that few people want, behind one line. It is the browser's own element, so it also opens on a
 * page whose code is still on its way.
 */
export function Fold({ title, icon, aside, isFilled, className, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFilled && details.current) details.current.open = true;
  }, [isFilled]);
  return (
    // It may be open before React takes the page over.
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

/** Focuses a field, and opens the fold that it may be in: a closed one takes no focus. */
export function focusEvenFolded(field: HTMLElement): void {
  const fold = field.closest('details');
  if (fold) fold.open = true;
  field.focus();
}
