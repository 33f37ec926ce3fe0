import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { formatCount } from '@/domain/text';
import { classNames } from './class-names';
import { Select } from './form/select';
import { Icon, type IconName } from './icon';

export type TabItem<Id extends string> = { id: Id; label: string; icon?: IconName; count?: number };

type TabsProps<Id extends string> = {
  /** The name of the list of tabs, such as "Admin sections". */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Replaces the row with a drop-down below 640 px. Otherwise, the row scrolls sideways. */
  dropdownOnSmall?: boolean;
  /** Makes the row only as wide as its tabs. */
  narrow?: boolean;
  /**
   * Renders above the row, or to its left from 1424 px. `after` renders below it, or to its right.
   */
  before?: ReactNode;
  after?: ReactNode;
  className?: string;
  /** The content of the selected tab. */
  children: ReactNode;
};

/**
 * Shows tabs with their panel. The Tab key stops at the selected tab. Arrows, Home, and End select
 * another.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, dropdownOnSmall, narrow, before, after } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.id === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[(to + items.length) % items.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  useShownInRow(list, value);
  const isBesides = before !== undefined || after !== undefined;
  return (
    <div className={props.className}>
      <div
        className={
          isBesides ? 'flex flex-wrap items-center gap-x-2 gap-y-1.5 sm:gap-x-4' : undefined
        }
      >
        {before}
        {dropdownOnSmall ? (
          <div
            className={isBesides ? 'min-w-[min(100%,10rem)] flex-1 sm:hidden' : 'w-full sm:hidden'}
          >
            <Select
              aria-label={label}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value as Id)}
              options={items.map((item) => ({ value: item.id, label: withCount(item) }))}
              className="font-semibold"
            />
          </div>
        ) : null}
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className={classNames(
            'flex gap-1 overflow-x-auto rounded-[calc(var(--radius-field)+0.25rem)] border border-edge/70 bg-base-100',
            isBesides ? 'p-0.5' : 'p-1',
            dropdownOnSmall && 'max-sm:hidden',
            narrow && 'w-fit max-w-full',
          )}
        >
          {items.map((item) => {
            const chosen = item.id === value;
            return (
              <button
                key={item.id}
                type="button"
                role="tab"
                id={`${base}-tab-${item.id}`}
                data-tab={item.id}
                aria-selected={chosen}
                aria-controls={chosen ? `${base}-panel` : undefined}
                tabIndex={chosen ? 0 : -1}
                onClick={() => onChange(item.id)}
                className={classNames(
                  'flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-field font-semibold whitespace-nowrap transition-colors',
                  isBesides ? 'px-2.5 max-lg:text-sm desk:min-h-8 desk:text-[0.925rem]' : 'px-4',
                  chosen
                    ? 'bg-primary text-primary-content'
                    : 'text-muted hover:bg-base-200 hover:text-base-content',
                )}
              >
                {item.icon ? (
                  <Icon
                    name={item.icon}
                    size={19}
                    className={isBesides ? 'max-lg:hidden desk:hidden' : undefined}
                  />
                ) : null}
                {withCount(item)}
              </button>
            );
          })}
        </div>
        {after}
      </div>
      <div
        id={`${base}-panel`}
        role="tabpanel"
        aria-labelledby={`${base}-tab-${value}`}
        className={isBesides ? 'pt-1.5' : 'pt-4'}
      >
        {props.children}
      </div>
    </div>
  );
}

/** Keeps the selected tab visible if the row scrolls sideways. */
function useShownInRow(list: RefObject<HTMLDivElement | null>, chosen: string) {
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${chosen}"]`);
    if (!row || !tab) return;
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [list, chosen]);
}

function withCount(item: TabItem<string>) {
  return item.count === undefined ? item.label : `${item.label} (${formatCount(item.count)})`;
}
