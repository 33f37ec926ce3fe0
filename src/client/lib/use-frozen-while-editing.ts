import { useState } from 'react';

/**
 * A value that can be kept as it is while a form is used, so that what it decides does not move the form
 * away under the finger. `keep` keeps the value of now until `release`, or until another person is there;
 * called again it changes nothing.
 *
 * @param person whose value it is
 */
export function useFrozenWhileEditing<T>(value: T, person: string | undefined) {
  const [kept, setKept] = useState<{ value: T; person: typeof person } | null>(null);
  const own = kept?.person === person ? kept : null;
  return {
    value: own ? own.value : value,
    keep: () => {
      if (!own) setKept({ value, person });
    },
    release: () => setKept(null),
  };
}
