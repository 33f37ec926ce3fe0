import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';

/** Says that the prices are as they were: why, if the server refused them on purpose. */
export function sayPricesFailed(error: unknown) {
  const { reason, message } = problemOf(error);
  toast({
    variant: 'destructive',
    title: 'Update Failed',
    description:
      reason === 'invalid_input' ? message : 'Failed to update fuel prices. Please try again.',
  });
}
