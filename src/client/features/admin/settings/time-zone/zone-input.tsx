import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '@/client/components/class-names';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useNow } from '@/client/lib/now';
import { choicesLike, timeIn, type ZoneChoice } from './zone-choices';

/** More than these are found by typing. */
const MOST_SHOWN = 50;

type ZoneInputProps = {
  choices: readonly ZoneChoice[];
  error: string | undefined;
  /** Called with the selected zone, or with an empty text while the person types. */
  onZone: (zone: string) => void;
};

/**
 * A text box that finds a time zone, with the present time in each. Arrow keys select one, and Enter
 * picks it.
 */
export function ZoneInput({ choices, error, onZone }: ZoneInputProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isPicked, setIsPicked] = useState(false);
  const [chosen, setChosen] = useState(0);
  const now = useNow(15_000);
  const found = isPicked ? [] : choicesLike(choices, typed).slice(0, MOST_SHOWN);
  const type = (text: string) => {
    setTyped(text);
    setIsPicked(false);
    setChosen(0);
    onZone('');
  };
  const pick = (choice: ZoneChoice) => {
    setTyped(choice.title);
    setIsPicked(true);
    onZone(choice.zone);
  };
  const handleKeys = (event: KeyboardEvent) => {
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 }[event.key];
    const choice = found[chosen];
    if (found.length === 0 || (to === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (to !== undefined) setChosen((to + found.length) % found.length);
    else if (choice) pick(choice);
  };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Field label="Time Zone" error={error} hint="Type a city or a name, such as Central.">
      <TextInput
        data-autofocus
        icon="clock"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="Chicago"
        maxLength={60}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={handleKeys}
      />
      <p role="status" className={classNames('mt-1 text-muted', found.length > 0 && 'sr-only')}>
        {isPicked
          ? ''
          : found.length === 0
            ? 'No time zone has this name.'
            : `${found.length} time zones`}
      </p>
      {found.length > 0 ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Time zones"
          className="mt-1 max-h-64 overflow-y-auto rounded-field border border-edge py-1"
        >
          {found.map((choice, index) => (
            // The focus stays in the text box, whose keys select. Options of a combobox aren't focused.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
            // biome-ignore lint/a11y/useFocusableInteractive: see above.
            <div
              key={choice.zone}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
              className={classNames(
                'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-3.5 py-1.5 hover:bg-base-200',
                index === chosen && 'bg-base-200',
              )}
            >
              <span className="min-w-[min(100%,9rem)] flex-1">
                <span className="block font-semibold">{choice.title}</span>
                <span className="block text-sm text-muted">{choice.detail}</span>
              </span>
              <span className="tabular text-sm whitespace-nowrap">{timeIn(choice.zone, now)}</span>
            </div>
          ))}
        </div>
      ) : null}
    </Field>
  );
}
