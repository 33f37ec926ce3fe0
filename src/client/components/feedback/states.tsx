import type { ReactNode } from 'react';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Icon, type IconName } from '@/client/components/icon';

/** Shows a gray shape while content loads. If it has the content's size, nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('skeleton block h-5 w-full bg-base-300/70', className)}
    />
  );
}

type SkeletonListProps = {
  /** The text for screen readers, such as "Loading deliveries…". */
  label: string;
  rows?: number;
  /** Sets the size of each row. */
  rowClassName?: string;
  className?: string;
};

/** Shows several skeleton rows with one text for screen readers. */
export function SkeletonList({
  label,
  rows = 3,
  rowClassName = 'h-16',
  className,
}: SkeletonListProps) {
  return (
    <div role="status" className={classNames('flex flex-col gap-3', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={classNames('rounded-field', rowClassName)} />
      ))}
    </div>
  );
}

type EmptyStateProps = {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Replaces an empty list, with advice on what to do. */
export function EmptyState({
  icon = 'waves',
  title,
  children,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div
      className={classNames('flex flex-col items-center gap-1.5 px-4 py-8 text-center', className)}
    >
      <span className="mb-1.5 grid size-14 place-items-center rounded-full tone tone-blue">
        <Icon name={icon} size={28} />
      </span>
      <p className="font-semibold">{title}</p>
      {children ? <div className="max-w-prose text-muted">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}

type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  onRetry?: (() => unknown) | undefined;
  /** Another action, such as a call. */
  action?: ReactNode;
  /** True while the retry runs. A promise returned by `onRetry` does the same. */
  busy?: boolean;
  className?: string;
};

/** Replaces content that couldn't be loaded, with a button that tries again. */
export function ErrorState({ title, children, onRetry, action, busy, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center gap-1.5 px-4 py-8 text-center', className)}
    >
      <span className="mb-1.5 grid size-14 place-items-center rounded-full tone tone-red">
        <Icon name="warning" size={28} />
      </span>
      <p className="font-semibold">{title}</p>
      {children ? <div className="max-w-prose text-muted">{children}</div> : null}
      {onRetry ? (
        <Button variant="quiet" icon="refresh" busy={busy} className="mt-3" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
