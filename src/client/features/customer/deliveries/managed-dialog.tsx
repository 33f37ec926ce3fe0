import { useCallback, useEffect } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { DefinitionList } from '@/client/components/definition-list';
import { Dialog } from '@/client/components/dialog';
import { ErrorState, SkeletonList } from '@/client/components/states';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { DeliveryList } from './delivery-list';

export type ManagedDialogProps = {
  /** The signed token of the manage link. */
  token: string;
  saveCard: SaveCard;
  payBalance: PayBalance;
  onClose: () => void;
};

/** The delivery of a manage link (D19), which a guest can see, cancel, pay and give another card. */
export function ManagedDialog({ token, saveCard, payBalance, onClose }: ManagedDialogProps) {
  const utils = trpc.useUtils();
  const link = trpc.booking.manage.useMutation();
  const { mutateAsync } = link;
  const open = useCallback(async () => {
    const appointment = await mutateAsync({ token }).catch(() => null);
    if (!appointment) return;
    utils.booking.get.setData({ id: appointment.id }, appointment);
    // The link gave this browser access, so the delivery is in the list too.
    void utils.booking.list.invalidate();
    void utils.booking.guestLink.invalidate();
  }, [mutateAsync, token, utils]);
  useEffect(() => void open(), [open]);

  return (
    <Dialog open onClose={onClose} title="Your delivery">
      {link.data ? (
        <Managed appointment={link.data} saveCard={saveCard} payBalance={payBalance} />
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
const POLLED_STATUSES = new Set(['scheduled', 'en_route']);

type ManagedProps = Pick<ManagedDialogProps, 'saveCard' | 'payBalance'> & {
  appointment: Outputs['booking']['manage'];
};

function Managed({ appointment, saveCard, payBalance }: ManagedProps) {
  const { data = appointment } = trpc.booking.get.useQuery(
    { id: appointment.id },
    {
      initialData: appointment,
      // No live topic tells a guest's page of changes, so it polls when the delivery is near.
      refetchInterval: ({ state }) =>
        POLLED_STATUSES.has(state.data?.status ?? '') ? POLL_MS : false,
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
