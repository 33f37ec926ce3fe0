import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/client/components/dialog/dialog';
import { Pager } from '@/client/components/pager';
import { trpc } from '@/client/lib/trpc';
import { DeliveryRows } from './delivery-rows';

type HistoryDialogProps = { onClose: () => void };

/** Lists every completed delivery, page by page. */
export function HistoryDialog({ onClose }: HistoryDialogProps) {
  const [page, setPage] = useState(1);
  const history = trpc.booking.history.useQuery(
    { page },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  const { deliveries, total = 0, pageSize = 1 } = history.data ?? {};
  return (
    <Dialog open title="Delivery History" onClose={onClose}>
      <DeliveryRows query={history} deliveries={deliveries} />
      <Pager
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        onPage={setPage}
        label="Delivery history"
        busy={history.isFetching}
        className="mt-4"
      />
    </Dialog>
  );
}
