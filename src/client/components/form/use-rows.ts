import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';

/**
 * Adds and removes rows of a list in a form. `focus` is the field that gets the focus in an added
 * row.
 * The form library has this too, but the bundler keeps all used parts of a package in one file, so
 * every page would load it (1.6 kB).
 */
export function useRows<Row>(name: string, focus: keyof Row & string) {
  const { watch, setValue, setFocus } = useFormContext();
  const rows: readonly Row[] = watch(name);
  const [added, setAdded] = useState<number | null>(null);
  useEffect(() => {
    if (added !== null) setFocus(`${name}.${added}.${focus}`);
  }, [added, name, focus, setFocus]);
  const change = (next: readonly Row[]) => setValue(name, next, { shouldDirty: true });
  const append = (row: Row) => {
    change([...rows, row]);
    setAdded(rows.length);
  };
  const remove = (index: number) => {
    change(rows.filter((_, i) => i !== index));
    setAdded(null);
  };
  return { rows, append, remove };
}
