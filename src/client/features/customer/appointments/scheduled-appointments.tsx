import type { ReactNode } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { IconButton } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { canPayBalance } from '@/domain/payment/charge';
import { AppointmentList } from './appointment-list';
import type { OwnAppointment } from './appointment-text';
import { GuestDeliveries } from './guest-deliveries';
import { KeptDeliveries, useKeptDeliveries } from './kept-deliveries';
import { LeftFromGuests } from './left-from-guests';

type ScheduledAppointmentsProps = {
  saveCard: SaveCard;
  payBalance: PayBalance;
  showReceipt: (appointment: OwnAppointment) => unknown;
  /** Replaces the empty list of a visitor. */
  welcome: ReactNode;
  signedIn: boolean;
  /** Renders below the list of a signed-in customer. */
  footer?: ReactNode;
};

/** True if a listed delivery is urgent: its driver is on the way, or its balance is due. */
export function useIsUnderWay(): boolean {
  const { data } = trpc.booking.list.useQuery();
  return data?.some((one) => one.status === 'en_route' || canPayBalance(one)) ?? false;
}

/** Lists the customer's upcoming deliveries by date. */
export function ScheduledAppointments(props: ScheduledAppointmentsProps) {
  const { saveCard, payBalance, showReceipt, welcome, signedIn, footer } = props;
  const list = trpc.booking.list.useQuery();
  const isEmpty = list.data && list.data.length === 0;
  const kept = useKeptDeliveries(list.data);

  const content = () => {
    if (isEmpty) return <NothingYet />;
    if (list.data) {
      const List = signedIn ? AppointmentList : GuestDeliveries;
      return (
        <List
          appointments={list.data}
          saveCard={saveCard}
          payBalance={payBalance}
          showReceipt={showReceipt}
        />
      );
    }
    if (list.isError) {
      if (kept) return <KeptDeliveries kept={kept} />;
      return (
        <ErrorState title="We couldn’t load your deliveries" onRetry={() => list.refetch()}>
          {problemOf(list.error).message}
        </ErrorState>
      );
    }
    return <SkeletonList label="Loading deliveries…" rows={2} rowClassName="h-24" />;
  };

  if (isEmpty && !signedIn) return welcome;
  return (
    <Panel
      title="Scheduled Deliveries"
      actions={
        isEmpty === false ? (
          <IconButton
            icon="refresh"
            label="Refresh Deliveries"
            size="sm"
            className="-my-1"
            onClick={() => list.refetch()}
          />
        ) : null
      }
    >
      {signedIn ? <LeftFromGuests /> : null}
      {content()}
      {signedIn ? <div className="mt-4">{footer}</div> : null}
    </Panel>
  );
}

function NothingYet() {
  return (
    <EmptyState icon="boat" title="Nothing scheduled yet">
      Deliveries you schedule will show up here.
    </EmptyState>
  );
}
