import type { ReactNode } from 'react';
import { classNames } from './class-names';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A BackLink, above the title. */
  back?: ReactNode;
  actions?: ReactNode;
  /** From 1424 px on it is one block in a row with others. */
  dense?: boolean;
  className?: string;
};

/** The title of a screen without a hero. */
export function PageHeader({ title, subtitle, back, actions, dense, className }: PageHeaderProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
        dense ? 'w-full desk:max-w-52 desk:shrink-0' : 'mb-5',
        className,
      )}
    >
      <div className="min-w-0">
        {back ? <div className="no-print -ms-3 mb-1">{back}</div> : null}
        <h1
          className={classNames(
            'text-[min(1.75rem,11vw)] sm:text-4xl',
            dense && 'desk:text-xl desk:whitespace-nowrap',
          )}
        >
          {title}
        </h1>
        {subtitle ? (
          <p
            className={classNames('mt-1.5 text-muted', dense && 'desk:mt-0 desk:text-sm/[1.1rem]')}
          >
            {subtitle}
          </p>
        ) : null}
      </div>
      {actions ? <div className="no-print flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}
