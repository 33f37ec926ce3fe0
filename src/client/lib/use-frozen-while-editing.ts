import { useState } from 'react';

/**
 * Freezes a value while a form is used, so that the form doesn't move away from a finger. `keep`
 * keeps the current value until `release` is called or the person changes. Calling `keep` again
 * does nothing.
 * @param person the ID of the person that the value belongs to
 */
export function useFrozenWhileEditing<T>(value: T, person: string | undefined) {
  const [frozen, setFrozen] = useState<{ value: T; person: typeof person } | null>(null);
  const own = frozen?.person === person ? frozen : null;
  return {
    value: own ? own.value : value,
    keep: () => {
      if (!own) setFrozen({ value, person });
    },
    release: () => setFrozen(null),
  };
}
