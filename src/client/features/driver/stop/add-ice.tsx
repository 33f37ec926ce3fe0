import { useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';

/**
 * Adds the first bag if the customer didn't order ice but buys some at the dock. The button isn't
 * near the keypad, so that a thumb that misses a key doesn't sell ice.
 */
export function AddIce() {
  const { setValue } = useFormContext<{ smallIceBags: number }>();
  return (
    <Button
      variant="quiet"
      size="lg"
      icon="ice"
      onClick={() => setValue('smallIceBags', 1, { shouldDirty: true })}
    >
      Add Ice
    </Button>
  );
}
