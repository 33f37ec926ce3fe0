import { useCallback, useEffect } from 'react';
import { DefinitionList } from '@/client/components/definition-list';
import { Dialog } from '@/client/components/dialog';
import { ErrorState, SkeletonList } from '@/client/components/states';
import type { PayBalance, SaveCard } from '@/client/lib/card-outcome';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { DeliveryList } from './delivery-list';

export type ManagedDialogProps = {
  /** The signed key of the link. */
  token: string;
  saveCard: SaveCard;
  payBalance: PayBalance;
  onClose: () => void;
};

/** The delivery behind a guest's link (D19): seen, cancelled, its balance paid, its card replaced. */
export function ManagedDialog({ token, saveCard, payBalance, onClose }: ManagedDialogProps) {
  const utils = trpc.useUtils();
  const link = trpc.booking.manage.useMutation();
  const { mutateAsync } = link;
  const open = useCallback(async () => {
    const booking = await mutateAsync({ token }).catch(() => null);
    if (!booking) return;
    utils.booking.get.setData({ id: booking.id }, booking);
    // From now on this browser may see it, also in the list.
    void utils.booking.list.invalidate();
    void utils.booking.guestLink.invalidate();
  }, [mutateAsync, token, utils]);
  useEffect(() => void open(), [open]);

  return (
    <Dialog open onClose={onClose} title="Your delivery">
      {link.data ? (
        <Managed booking={link.data} saveCard={saveCard} payBalance={payBalance} />
      ) : link.isError ? (
        <ErrorState
          title="This delivery could not be opened"
          onRetry={problemOf(link.error).answered ? undefined : open}
        >
          {problemOf(link.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your delivery…" rows={1} rowClassName="h-80" />
      )}
    </Dialog>
  );
}

const POLL_MS = 30_000;
const ASKS_AGAIN = new Set(['scheduled', 'en_route']);

type ManagedProps = Pick<ManagedDialogProps, 'saveCard' | 'payBalance'> & {
  booking: Outputs['booking']['manage'];
};

function Managed({ booking, saveCard, payBalance }: ManagedProps) {
  const { data = booking } = trpc.booking.get.useQuery(
    { id: booking.id },
    {
      initialData: booking,
      // A guest's page is not told of changes; near the delivery it asks.
      refetchInterval: ({ state }) => (ASKS_AGAIN.has(state.data?.status ?? '') ? POLL_MS : false),
    },
  );
  return (
    <>
      <DeliveryList deliveries={[data]} saveCard={saveCard} payBalance={payBalance} />
      {data.status === 'cancelled' ? (
        <p className="mt-3 text-muted">This delivery was cancelled. Nothing is charged.</p>
      ) : (
        <div className="mt-4">
          <DefinitionList items={[{ term: 'Payment', value: data.paymentChip }]} />
        </div>
      )}
    </>
  );
}
