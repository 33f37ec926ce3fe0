import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { STATUS_TONES } from '@/client/appointment/tones';
import { When } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { Pager } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { whole } from '@/client/lib/whole';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatDollars } from '@/domain/money';
import { orderAsItStands, orderText } from '@/domain/order/order';
import { formatCount } from '@/domain/text';

type Order = Outputs['admin']['customerOrders']['appointments'][number];

/** All appointments of a customer, the latest first. */
export function CustomerOrders({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const orders = trpc.admin.customerOrders.useQuery(
    { id, page },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = orders;
  return (
    <Panel
      tight
      icon="boat"
      title="Orders"
      actions={data ? <span className="tabular text-muted">{formatCount(data.total)}</span> : null}
    >
      {data ? (
        data.appointments.length === 0 ? (
          <EmptyState icon="boat" title="No orders yet" />
        ) : (
          <ul aria-busy={orders.isPlaceholderData} className="divide-y divide-edge/70">
            {data.appointments.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </ul>
        )
      ) : orders.isError ? (
        <ErrorState title="The orders could not be loaded" onRetry={() => orders.refetch()} />
      ) : (
        <SkeletonList label="Loading orders" rows={4} />
      )}
      <Pager
        className="mt-3"
        label="Orders"
        page={page}
        pageCount={data ? Math.ceil(data.total / data.pageSize) : 1}
        busy={orders.isPlaceholderData}
        onPage={setPage}
      />
    </Panel>
  );
}

function OrderLine({ order }: { order: Order }) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/admin"
            search={{ q: order.publicCode }}
            className="tabular rounded-selector font-semibold text-primary hover:underline"
          >
            {order.publicCode}
          </Link>
          <Badge tone={STATUS_TONES[order.status]}>{STATUS_LABELS[order.status]}</Badge>
        </p>
        <p className="mt-1">
          <When {...order} />
        </p>
        <p className="text-sm text-muted">
          {whole([order.location, orderText(orderAsItStands(order))].filter(Boolean).join(' · '))}
        </p>
      </div>
      <div className="max-w-[40%] text-end">
        <p className="tabular font-semibold">{formatDollars(order.totalPriceCents)}</p>
        <p className="text-sm text-muted">{order.paymentChip}</p>
      </div>
    </li>
  );
}
