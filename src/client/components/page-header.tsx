import type { ReactNode } from 'react';
import { classNames } from './class-names';

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A BackLink, which renders above the title. */
  back?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** Shows the title of a screen without a hero. */
export function PageHeader({ title, subtitle, back, actions, className }: PageHeaderProps) {
  return (
    <div
      className={classNames(
        'page-title mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
        className,
      )}
    >
      <div className="min-w-0">
        {back ? <div className="no-print -ms-3 mb-1">{back}</div> : null}
        <h1 className="text-[min(1.75rem,11vw)] sm:text-4xl">{title}</h1>
        {subtitle ? <p className="mt-1.5 text-muted">{subtitle}</p> : null}
      </div>
      {actions ? <div className="no-print flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}
