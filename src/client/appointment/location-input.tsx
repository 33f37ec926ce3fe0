import { type ComponentType, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextInput } from '@/client/components/form/text-input';
import type { PlaceSuggestionsProps } from './place-suggestions';

/**
 * Lets a person type an address. The code for suggestions is loaded at the first focus, and typing
 * works without it.
 */
export function LocationInput(props: PlaceSuggestionsProps) {
  const [Suggestions, setSuggestions] = useState<ComponentType<PlaceSuggestionsProps>>();
  return (
    <span className="relative block">
      <TextInput
        {...useFormContext().register('location')}
        icon="pin"
        maxLength={200}
        autoComplete="street-address"
        placeholder="Marina, dock, or street address"
        onFocus={() =>
          import('./place-suggestions').then(
            (code) => setSuggestions(() => code.PlaceSuggestions),
            () => {},
          )
        }
      />
      {Suggestions && <Suggestions {...props} />}
    </span>
  );
}
