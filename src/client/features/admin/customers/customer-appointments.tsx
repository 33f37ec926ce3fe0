import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { STATUS_TONES } from '@/client/appointment/tones';
import { When } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Pager } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { formatDollars } from '@/domain/money';
import { orderAsItStands, orderText } from '@/domain/order/order';
import { formatCount } from '@/domain/text';

type Appointment = Outputs['admin']['customerOrders']['appointments'][number];

/** All appointments of a customer, latest first. */
export function CustomerAppointments({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const list = trpc.admin.customerOrders.useQuery(
    { id, page },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = list;
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
          <ul aria-busy={list.isPlaceholderData} className="divide-y divide-edge/70">
            {data.appointments.map((appointment) => (
              <AppointmentLine key={appointment.id} appointment={appointment} />
            ))}
          </ul>
        )
      ) : list.isError ? (
        <ErrorState title="We couldn’t load the orders" onRetry={() => list.refetch()} />
      ) : (
        <SkeletonList label="Loading orders" rows={4} />
      )}
      <Pager
        className="mt-3"
        label="Orders"
        page={page}
        pageCount={data ? Math.ceil(data.total / data.pageSize) : 1}
        busy={list.isPlaceholderData}
        onPage={setPage}
      />
    </Panel>
  );
}

function AppointmentLine({ appointment }: { appointment: Appointment }) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/admin"
            search={{ q: appointment.publicCode }}
            className="tabular rounded-selector font-semibold text-primary hover:underline"
          >
            {appointment.publicCode}
          </Link>
          <Badge tone={STATUS_TONES[appointment.status]}>{STATUS_LABELS[appointment.status]}</Badge>
        </p>
        <p className="mt-1">
          <When {...appointment} />
        </p>
        <p className="text-sm text-muted">
          {withNoBreaks(
            [appointment.location, orderText(orderAsItStands(appointment))]
              .filter(Boolean)
              .join(' · '),
          )}
        </p>
      </div>
      <div className="max-w-[40%] text-end">
        <p className="tabular font-semibold">{formatDollars(appointment.totalPriceCents)}</p>
        <p className="text-sm text-muted">{appointment.paymentChip}</p>
      </div>
    </li>
  );
}
