import type { ReactNode } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { Panel } from '@/client/components/panel';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import type { PayBalance, SaveCard } from '@/client/lib/card-outcome';
import { useLoadedCode } from '@/client/lib/loaded-code';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Where the page may scroll to after a booking. */
export const DELIVERIES_ID = 'scheduled-deliveries';

/** A visitor has no deliveries, and is spared the code that shows them. */
const loadList = () => import('./delivery-list').then((module) => module.DeliveryList);

type ScheduledDeliveriesProps = {
  /** Finishes a booking that still waits for its card. */
  saveCard: SaveCard;
  payBalance: PayBalance;
  onLogin: () => void;
  /** Whether somebody is signed in; a visitor is told what an account would show here. */
  signedIn: boolean;
  /** Under the list: the way to what lies behind. */
  footer?: ReactNode;
};

/** The customer's deliveries, in the order of the calendar, with what can be done about each. */
export function ScheduledDeliveries(props: ScheduledDeliveriesProps) {
  const { saveCard, payBalance, onLogin, signedIn, footer } = props;
  const list = trpc.booking.list.useQuery();
  // Undefined while nobody knows.
  const isEmpty = list.data && list.data.length === 0;
  const code = useLoadedCode(loadList, signedIn || isEmpty === false);

  const content = () => {
    if (isEmpty) return <NothingYet signedIn={signedIn} onLogin={onLogin} />;
    if (list.data && code.Component) {
      return (
        <code.Component
          deliveries={list.data}
          saveCard={saveCard}
          payBalance={payBalance}
          offerLink={!signedIn}
        />
      );
    }
    if ((list.isError && !list.data) || code.failed) {
      return (
        <ErrorState
          title="Your deliveries could not be loaded"
          onRetry={() => (code.failed ? code.retry() : list.refetch())}
        >
          {code.failed ? UNREACHABLE : problemOf(list.error).message}
        </ErrorState>
      );
    }
    return <SkeletonList label="Loading deliveries…" rows={2} rowClassName="h-36" />;
  };

  return (
    <Panel
      id={DELIVERIES_ID}
      title="Scheduled Deliveries"
      className="scroll-mt-4"
      actions={
        isEmpty === false ? (
          <IconButton
            icon="refresh"
            label="Refresh deliveries"
            size="sm"
            className="-my-1"
            onClick={() => list.refetch()}
          />
        ) : null
      }
    >
      {content()}
      {signedIn ? <div className="mt-4">{footer}</div> : null}
    </Panel>
  );
}

function NothingYet({ signedIn, onLogin }: Pick<ScheduledDeliveriesProps, 'signedIn' | 'onLogin'>) {
  return (
    <EmptyState
      icon="boat"
      title="Nothing scheduled yet"
      action={
        signedIn ? null : (
          <Button variant="quiet" size="sm" onClick={onLogin}>
            Login
          </Button>
        )
      }
    >
      {signedIn ? 'A delivery you schedule is listed here.' : 'Sign in to see your deliveries.'}
    </EmptyState>
  );
}
