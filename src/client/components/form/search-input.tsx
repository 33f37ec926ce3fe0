import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { TextInput } from './text-input';

type SearchInputProps = {
  /** A name such as "Search customers". It's also the placeholder if there's no other. */
  label: string;
  /** The current search. An outside change, such as the Back button, replaces the typed text. */
  value: string;
  onSearch: (value: string) => void;
  placeholder?: string;
  /**
   * How many milliseconds without typing the box waits before it searches. Enter searches
   * immediately.
   */
  delay?: number;
  compact?: boolean;
  /** True to focus the box when it appears, unless that would open a touch keyboard. */
  takesFocus?: boolean;
  className?: string;
};

/** Shows a search box that searches after a pause in typing. */
export function SearchInput(props: SearchInputProps) {
  const {
    label,
    value,
    onSearch,
    placeholder = label,
    delay = 300,
    compact,
    takesFocus,
    className,
  } = props;
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  const search = useEffectEvent((next: string) => {
    if (next === searched.current) return;
    searched.current = next;
    onSearch(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (takesFocus && window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, [takesFocus]);

  const searchNow = (next: string) => {
    setText(next);
    if (next.trim() === searched.current) return;
    searched.current = next.trim();
    onSearch(next.trim());
  };
  return (
    <search className={classNames('relative block max-w-full', className)}>
      <TextInput
        ref={input}
        type="search"
        icon={OTHER_ICONS.search}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        compact={compact}
        className="pe-12 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(event.currentTarget.value);
          if (event.key !== 'Escape' || text === '') return;
          // Escape first clears the box. Only the next Escape may close a dialog around it.
          event.preventDefault();
          event.stopPropagation();
          searchNow('');
        }}
      />
      {text ? (
        <IconButton
          icon="x"
          label="Clear Search"
          size="sm"
          className="absolute end-1 top-1/2 -translate-y-1/2"
          onClick={() => {
            searchNow('');
            input.current?.focus();
          }}
        />
      ) : null}
    </search>
  );
}
