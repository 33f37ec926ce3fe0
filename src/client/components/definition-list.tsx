import type { ReactNode } from 'react';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { classNames } from './class-names';

export type Definition = { term: ReactNode; value: ReactNode; key?: string };

type DefinitionListProps = {
  /** Rows without a value (null, undefined, false, '') are hidden. */
  items: readonly (Definition | false | null | undefined)[];
  /**
   * `rows` shows terms left of their values, like a receipt. `stacked` shows them above, in
   * columns.
   */
  layout?: 'rows' | 'stacked';
  className?: string;
};

/** With large text on a narrow screen, an amount wraps below its term. */
const rowClass =
  'flex items-baseline justify-between gap-4 @max-[11rem]:flex-wrap @max-[11rem]:gap-x-2 @max-[11rem]:gap-y-0';

/** Lists facts about one thing, such as its date and its price. */
export function DefinitionList({ items, layout = 'rows', className }: DefinitionListProps) {
  const filled = items.filter(hasValue);
  const rows = layout === 'rows';
  return (
    <dl
      className={classNames(
        rows ? '@container flex flex-col gap-2' : 'grid gap-x-6 gap-y-3 sm:grid-cols-2',
        className,
      )}
    >
      {filled.map((item, index) => (
        <div
          key={item.key ?? (typeof item.term === 'string' ? item.term : index)}
          className={classNames(rows && rowClass, 'min-w-0')}
        >
          <dt className={classNames('text-muted', rows ? 'min-w-20' : 'text-sm')}>{item.term}</dt>
          <dd
            // The key replaces the element, because otherwise a browser's translator would keep the
            // old text.
            key={typeof item.value === 'string' ? item.value : 'value'}
            className={classNames(
              'tabular wrap-anywhere',
              rows ? 'text-end font-medium' : 'font-medium',
            )}
          >
            {withNoBreaks(item.value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** True if a row has a value, so that it's shown. */
export const hasValue = (item: Definition | false | null | undefined): item is Definition =>
  Boolean(item) && item !== false && item?.value !== false && (item?.value ?? '') !== '';
