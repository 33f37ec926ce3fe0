import type { ReactNode } from 'react';
import { classNames } from './class-names';

const widthClass = {
  narrow: 'max-w-xl',
  text: 'max-w-3xl',
  wide: 'max-w-6xl',
  full: 'max-w-[96rem]',
};

type PageProps = {
  /** A SiteHeader. */
  header?: ReactNode;
  /** The title area, as wide as the screen. The link that skips the header leads here. */
  hero?: ReactNode;
  /** narrow is 36 rem wide (sign-in), text 48, wide 72 (home), and full 96 (staff tables). */
  width?: keyof typeof widthClass;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Frames a screen with a link that skips the header, the header, and the main part. */
export function Page({ header, hero, width = 'wide', footer, className, children }: PageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="btn btn-primary fixed start-3 top-3 z-50 -translate-y-24 focus:translate-y-0"
      >
        Skip to content
      </a>
      {header}
      <main id="main" tabIndex={-1} className="flex-1">
        {hero}
        <div
          className={classNames(
            'mx-auto w-full px-4 py-5 sm:px-6 sm:py-8 print:p-0',
            widthClass[width],
            className,
          )}
        >
          {children}
        </div>
      </main>
      {footer}
    </div>
  );
}
