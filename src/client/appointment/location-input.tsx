import { type ComponentType, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextInput } from '@/client/components/form/text-input';
import { fetchedCode } from '@/client/lib/fetched-code';
import { MAX_LOCATION } from '@/domain/order/options';
import type { PlaceSuggestionsProps } from './place-suggestions';

const fetchSuggestions = fetchedCode(
  () => import('./place-suggestions'),
  (one) => one.PlaceSuggestions,
);

/** Lets a person type an address. The code for suggestions is loaded at the first focus. */
export function LocationInput(props: Omit<PlaceSuggestionsProps, 'inputId'>) {
  const { register } = useFormContext();
  const [fetched, setFetched] = useState<{
    Suggestions: ComponentType<PlaceSuggestionsProps> | null;
    inputId: string;
  }>();
  return (
    <span className="relative block">
      <TextInput
        {...register('location')}
        icon="pin"
        maxLength={MAX_LOCATION}
        autoComplete="street-address"
        placeholder="Marina, dock, or street address"
        onFocus={async ({ currentTarget: { id } }) =>
          setFetched({ Suggestions: await fetchSuggestions(), inputId: id })
        }
      />
      {fetched?.Suggestions ? <fetched.Suggestions {...props} inputId={fetched.inputId} /> : null}
    </span>
  );
}
