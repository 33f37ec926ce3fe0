import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';
import { TextInput } from './text-input';

type SearchInputProps = {
  /** What is searched: "Search customers". Also the placeholder unless one is given. */
  label: string;
  /** The search in force; a change from outside (Back button) replaces what is typed. */
  value: string;
  onSearch: (value: string) => void;
  placeholder?: string;
  /** Milliseconds of rest before it searches; Enter searches at once. */
  delay?: number;
  compact?: boolean;
  className?: string;
};

/** A search box that waits until the typing rests. */
export function SearchInput(props: SearchInputProps) {
  const { label, value, onSearch, placeholder = label, delay = 300, compact, className } = props;
  const [text, setText] = useState(value);
  const told = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  const tell = useEffectEvent((next: string) => {
    if (next === told.current) return;
    told.current = next;
    onSearch(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);

  const searchNow = (next: string) => {
    setText(next);
    if (next.trim() === told.current) return;
    told.current = next.trim();
    onSearch(next.trim());
  };
  return (
    <search className={classNames('relative block', className)}>
      <TextInput
        ref={input}
        type="search"
        icon="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        compact={compact}
        className="pe-12 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(event.currentTarget.value);
          if (event.key !== 'Escape' || text === '') return;
          // Clears the box; a dialog around it stays for the next Escape.
          event.preventDefault();
          event.stopPropagation();
          searchNow('');
        }}
      />
      {text ? (
        <IconButton
          icon="x"
          label="Clear search"
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
