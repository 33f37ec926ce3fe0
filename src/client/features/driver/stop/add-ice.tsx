import { useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';

/**
 * Adds the first bag for a customer who ordered none and buys one at the dock. It's away from the keys of the
 * gallons, because a thumb that misses one would sell ice.
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
