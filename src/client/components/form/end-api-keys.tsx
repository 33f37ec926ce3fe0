import type { ComponentProps } from 'react';
import { Checkbox } from './checkbox';

/** Asks if an admin's API keys should end along with the old password. */
export function EndApiKeys(props: Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>) {
  return (
    <Checkbox
      {...props}
      label="Also revoke my API keys"
      hint="Programs that use them will stop working right away."
    />
  );
}
