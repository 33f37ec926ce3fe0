import type { ComponentProps } from 'react';
import { Checkbox } from './checkbox';

/** Asks whether the API keys of an admin end with the old password. */
export function EndApiKeys(props: Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>) {
  return (
    <Checkbox
      {...props}
      label="End my API keys too"
      hint="Programs that use them are refused at once."
    />
  );
}
