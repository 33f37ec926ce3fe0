import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

type SiteHeaderProps = {
  /** Replaces the link home. */
  brand?: ReactNode;
  /** Renders next to the logo, or below it on phones. */
  tagline?: ReactNode;
  /** Renders on the right, such as the sign-in buttons. */
  actions?: ReactNode;
  /** Must match the width of the Page below, so that their edges align. */
  width?: 'wide' | 'full';
  className?: string;
};

/** Shows the bar at the top of every screen: logo and tagline left, actions right. */
export function SiteHeader({
  brand = <HomeLink />,
  tagline,
  actions,
  width = 'wide',
  className,
}: SiteHeaderProps) {
  return (
    <header className={classNames('no-print border-b border-edge/70 bg-base-100', className)}>
      <div
        className={classNames(
          'mx-auto flex min-h-16 w-full flex-wrap items-center gap-x-2 px-4 py-2 sm:gap-x-4 sm:px-6',
          width === 'full' ? 'max-w-[96rem]' : 'max-w-6xl',
        )}
      >
        {brand}
        {tagline ? (
          <p className="min-w-0 text-sm text-muted max-sm:order-last max-sm:basis-full sm:flex-1">
            {tagline}
          </p>
        ) : null}
        {actions ? (
          <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>
        ) : null}
      </div>
    </header>
  );
}

type HomeLinkProps = {
  /** Replaces the home page as the target. Without signal, drivers stay on their own page. */
  to?: '/' | '/driver';
  className?: string;
};

/** Shows the logo as the link home. */
export function HomeLink({ to = '/', className }: HomeLinkProps) {
  return (
    <Link
      to={to}
      aria-label="Dockside, home"
      className={classNames('flex min-h-11 items-center rounded-field', className)}
    >
      <Wordmark />
    </Link>
  );
}

function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 text-xl font-bold tracking-tight text-primary">
      <svg viewBox="0 0 32 32" width={34} height={34} aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path
          d="M16 5.5c3.8 4.9 5.6 8 5.6 10.7a5.6 5.6 0 0 1-11.2 0C10.4 13.5 12.2 10.4 16 5.5z"
          className="fill-accent"
        />
        <path
          d="M4.5 25.2c2.3-1.8 4.2-1.8 6.5 0s4.2 1.8 6.5 0 4.2-1.8 6.5 0 2.3 1.3 3.5.7"
          fill="none"
          strokeWidth="2.4"
          strokeLinecap="round"
          className="stroke-primary-content"
        />
      </svg>
      Dockside
    </span>
  );
}
