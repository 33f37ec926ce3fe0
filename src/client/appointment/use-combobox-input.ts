import { useEffect, useEffectEvent, useState } from 'react';

type ComboboxOptions = {
  inputId: string;
  /** The ID of the list. Its options have this ID, a hyphen, and their number. */
  listId: string;
  /** The number of options. Without any, the list is closed. */
  count: number;
  onType: () => void;
  onPick: (index: number) => void;
};

/**
 * Makes an input that's already on the page a combobox (the ARIA pattern with a list), so that the
 * person can keep typing in it. Arrow keys move through the list, Enter picks an option, and Escape
 * closes the list.
 */
export function useComboboxInput({ inputId, listId, count, onType, onPick }: ComboboxOptions) {
  const [isWanted, setIsWanted] = useState(
    () => document.activeElement === document.getElementById(inputId),
  );
  const [active, setActive] = useState(-1);
  const isOpen = isWanted && count > 0;
  const at = isOpen && active < count ? active : -1;
  const close = () => {
    setIsWanted(false);
    setActive(-1);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.altKey) {
      event.preventDefault();
      setIsWanted(true);
      // From the input, the up arrow goes to the last option. From the last option, the down arrow
      // goes back to the input.
      setActive(((at + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      onPick(at);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  const onInput = useEffectEvent(() => {
    setIsWanted(true);
    setActive(-1);
    onType();
  });
  const onBlur = useEffectEvent(close);
  useEffect(() => {
    const input = document.getElementById(inputId);
    if (!input) return;
    const listeners = {
      focus: () => setIsWanted(true),
      blur: () => onBlur(),
      keydown: (event: Event) => onKey(event as KeyboardEvent),
      input: () => onInput(),
    };
    for (const [name, listener] of Object.entries(listeners)) {
      input.addEventListener(name, listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        input.removeEventListener(name, listener);
      }
    };
  }, [inputId]);
  useEffect(() => {
    const input = document.getElementById(inputId);
    input?.setAttribute('role', 'combobox');
    input?.setAttribute('aria-autocomplete', 'list');
    input?.setAttribute('aria-expanded', String(isOpen));
    set(input, 'aria-controls', isOpen ? listId : null);
    set(input, 'aria-activedescendant', at >= 0 ? `${listId}-${at}` : null);
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [inputId, listId, isOpen, at]);
  return { isOpen, active: at, close };
}

function set(input: HTMLElement | null, name: string, value: string | null) {
  if (value === null) input?.removeAttribute(name);
  else input?.setAttribute(name, value);
}
