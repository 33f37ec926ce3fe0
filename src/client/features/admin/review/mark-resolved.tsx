import { Button } from '@/client/components/button';
import { trpc } from '@/client/lib/trpc';
import { type ReviewItem, useDecide } from './use-review-queue';

/** Resolves an item that staff settled elsewhere. */
export function MarkResolved({ item }: { item: ReviewItem }) {
  const resolve = trpc.admin.resolveReviewItem.useMutation();
  const decide = useDecide();
  return (
    <Button
      variant="quiet"
      size="sm"
      icon="check"
      onClick={() => decide(() => resolve.mutateAsync({ id: item.id }), 'Item Resolved')}
    >
      Mark Resolved
    </Button>
  );
}
