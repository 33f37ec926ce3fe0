import type { ReactNode } from 'react';
import { classNames } from './class-names';

const sizeClass = { sm: 'text-base', md: 'text-lg', lg: 'text-2xl', xl: 'text-4xl tracking-tight' };

type MoneyProps = {
  /** A formatted amount such as "$1,234.50", or another figure such as "25 gal". */
  children: ReactNode;
  size?: keyof typeof sizeClass;
  /** Renders in small gray text after the amount, such as "per gallon". */
  unit?: ReactNode;
  /** Makes screen readers announce a total that changes while the person types. */
  live?: boolean;
  className?: string;
};

/**
 * Shows an amount in digits of equal width, so that a changing total keeps its width. Browsers
 * don't translate it: a translator replaces text nodes, and React would keep updating the old ones.
 */
export function Money({ children, size = 'md', unit, live, className }: MoneyProps) {
  const content = (
    <>
      {children}
      {unit ? (
        <span className="ms-1 text-sm font-normal tracking-normal text-muted">{unit}</span>
      ) : null}
    </>
  );
  const look = classNames('tabular font-semibold whitespace-nowrap', sizeClass[size], className);
  return live ? (
    <output className={look} translate="no">
      {content}
    </output>
  ) : (
    <span className={look} translate="no">
      {content}
    </span>
  );
}
