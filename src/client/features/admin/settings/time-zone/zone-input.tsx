import { useEffect, useId, useRef, useState } from 'react';
import { useComboboxInput } from '@/client/appointment/use-combobox-input';
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

/** A text box that finds a time zone, with the present time in each. */
export function ZoneInput({ choices, error, onZone }: ZoneInputProps) {
  const inputId = useId();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isPicked, setIsPicked] = useState(false);
  const now = useNow(15_000);
  const found = isPicked ? [] : choicesLike(choices, typed).slice(0, MOST_SHOWN);
  const pick = (choice: ZoneChoice | undefined) => {
    if (!choice) return;
    setTyped(choice.title);
    setIsPicked(true);
    onZone(choice.zone);
    close();
  };
  const { isOpen, active, close } = useComboboxInput({
    inputId,
    listId,
    count: found.length,
    onType: () => {
      setIsPicked(false);
      onZone('');
    },
    onPick: (index) => pick(found[index]),
  });
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <Field
      id={inputId}
      label="Time Zone"
      error={error}
      hint="Type a city or a name, such as Central."
    >
      <TextInput
        data-autofocus
        icon="clock"
        autoComplete="off"
        placeholder="Chicago"
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isOpen ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Time zones"
          className="mt-1 max-h-64 overflow-y-auto rounded-field border border-edge bg-base-100 py-1 shadow-far"
        >
          {found.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
            <div
              key={choice.zone}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Pressing an option must not take the focus away from the input.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
              className={classNames(
                'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-3.5 py-1.5 hover:bg-base-200',
                index === active && 'bg-base-200',
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
      <span role="status" className="sr-only">
        {isOpen ? `${found.length} time zones` : ''}
      </span>
      {!isPicked && typed !== '' && found.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No time zone has this name.</p>
      ) : null}
    </Field>
  );
}
