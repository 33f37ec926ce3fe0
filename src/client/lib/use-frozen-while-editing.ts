import { useRef } from 'react';

/**
 * Freezes a value while a form is used, so that the form doesn't move away from a finger. `keep`
 * keeps the current value until the person changes. Calling `keep` again does nothing.
 * @param person the ID of the person that the value belongs to
 */
export function useFrozenWhileEditing<T>(value: T, person: string | undefined) {
  // Keeping the value changes nothing on the screen, so it isn't state, which would render the
  // whole page again at the first touch.
  const frozen = useRef<{ value: T; person: typeof person } | null>(null);
  const own = frozen.current?.person === person ? frozen.current : null;
  return {
    value: own ? own.value : value,
    keep: () => {
      if (!own) frozen.current = { value, person };
    },
  };
}
