import type { ReactNode } from 'react';
import { classNames } from './class-names';

const sizeClass = { sm: 'text-base', md: 'text-lg', lg: 'text-2xl', xl: 'text-4xl tracking-tight' };

type MoneyProps = {
  /** A formatted amount ("$1,234.50"), or another figure in the same style ("25 gal"). */
  children: ReactNode;
  size?: keyof typeof sizeClass;
  /** Small and grey after the amount: "per gallon". */
  unit?: ReactNode;
  /** Screen readers read a total that changes while the person types. */
  live?: boolean;
  className?: string;
};

/**
 * An amount in figures of equal width, so that a changing total keeps its width. A browser's translator
 * leaves it alone: it replaces texts, and React would go on writing into the one that is gone.
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
