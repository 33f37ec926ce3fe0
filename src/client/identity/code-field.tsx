import type { ComponentProps, ReactNode } from 'react';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';

/** Asks for the 6 digits that an authenticator app shows. */
export function CodeField({ error, ...input }: ComponentProps<'input'> & { error: ReactNode }) {
  return (
    <Field label="Code" hint="6 digits that change every 30 seconds." error={error} required>
      <TextInput
        {...input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        className="tabular tracking-widest"
      />
    </Field>
  );
}
