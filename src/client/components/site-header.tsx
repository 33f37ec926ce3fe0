import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCompany } from '@/client/lib/company';
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
  // On a phone, a long name wraps and leaves room for the buttons.
  brand = <HomeLink className="max-sm:min-w-36 max-sm:grow max-sm:basis-0" />,
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
  const { name, logo } = useCompany() ?? {};
  return (
    <Link
      to={to}
      aria-label={`${name}, home`}
      className={classNames(
        'flex min-h-11 min-w-0 items-center gap-2.5 rounded-field text-xl leading-tight font-bold tracking-tight wrap-anywhere text-primary',
        className,
      )}
    >
      {/* The link's label says what it is. */}
      <img
        {...(logo ?? { src: '/favicon.svg', width: 34, height: 34 })}
        alt=""
        className="h-8.5 w-auto max-w-22 shrink-0 object-contain"
      />
      {name}
    </Link>
  );
}
