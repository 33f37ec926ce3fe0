import { Dialog } from '@/client/components/dialog/dialog';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { DetailsDialog } from './details-dialog';

/** Loads a delivery and shows its receipt. */
export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const delivery = trpc.booking.get.useQuery({ id }, { staleTime: 0 });
  if (delivery.data) return <DetailsDialog delivery={delivery.data} onClose={onClose} />;
  return (
    <Dialog open title="Delivery details" onClose={onClose}>
      {delivery.isError ? (
        <ErrorState title="We couldn’t load the receipt" onRetry={() => delivery.refetch()}>
          {problemOf(delivery.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading the receipt…" rows={4} />
      )}
    </Dialog>
  );
}
