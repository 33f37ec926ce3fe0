import { useEffect, useMemo, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { actOf } from './act';
import { DayHeader } from './day-header';
import { DeliveryCard } from './delivery-card';
import { DriverSignIn } from './driver-sign-in';
import { withWaiting } from './outbox/actions';
import { useOutbox } from './outbox/use-outbox';
import { usePositionOnTheWay } from './position';
import { QuickActions } from './quick-actions';
import { useCrew, useDay } from './use-day';
import { useOfflinePage } from './use-offline-page';
import { WaitingPanel } from './waiting-panel';

/** A driver's day; staff see any driver's, driver 1 first (D38). Everybody else is asked to sign in. */
export function DriverScreen() {
  const crew = useCrew();
  const status = trpc.auth.me.useQuery();
  const changeBuild = useOfflinePage();
  const content = () => {
    if (crew === undefined && status.isError) {
      return (
        <ErrorState title="We could not check who is signed in" onRetry={() => status.refetch()} />
      );
    }
    if (crew === undefined) return <SkeletonList label="Loading" rows={3} rowClassName="h-40" />;
    if (crew === null || crew.role === 'customer') {
      return <DriverSignIn otherUser={crew ? crew.fullName || crew.username : null} />;
    }
    return <Day key={crew.id} me={crew} />;
  };
  return (
    <>
      {changeBuild ? (
        <Callout
          className="mb-4"
          live
          action={
            <Button variant="quiet" size="lg" onClick={changeBuild}>
              Update
            </Button>
          }
        >
          A new version is ready.
        </Callout>
      ) : null}
      {content()}
    </>
  );
}

function Day({ me }: { me: Me }) {
  const isAdmin = me.role === 'admin';
  const [chosen, setChosen] = useState<number | null>(null);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: isAdmin });
  const { day: known, seenAt, query } = useDay(me, isAdmin ? chosen : null);
  const { outbox, kept } = useOutbox(me.id);
  const act = useMemo(() => actOf(outbox, me.id), [outbox, me.id]);
  const day = useMemo(() => known && withWaiting(known, kept), [known, kept]);
  const isOnTheWay = day?.deliveries.some(({ status }) => status === 'en_route') ?? false;
  usePositionOnTheWay(!isAdmin && isOnTheWay);
  useFocusAfterEnd(day?.deliveries.length ?? 0);

  return (
    <div>
      <DayHeader
        day={day}
        me={me}
        choices={isAdmin ? (drivers.data ?? []) : []}
        onChoose={setChosen}
      />
      <WaitingPanel kept={kept} driverId={day?.driver.id ?? null} outbox={outbox} act={act} />
      {day ? (
        <>
          <section aria-labelledby="deliveries">
            <h2 id="deliveries" tabIndex={-1} className="text-xl">
              Today's Deliveries ({day.deliveries.length})
            </h2>
            <p className="mb-4 text-muted">
              {formatLongDate(day.date)}
              {seenAt ? `. As of ${timeOfDay(seenAt)}, without signal since.` : null}
            </p>
            {day.deliveries.length === 0 ? (
              <EmptyState icon="truck" title="No deliveries assigned">
                Check back later for new orders
              </EmptyState>
            ) : (
              <ol className="flex flex-col gap-4">
                {day.deliveries.map((delivery, i) => (
                  <li key={delivery.id}>
                    <DeliveryCard
                      delivery={delivery}
                      number={i + 1}
                      role={isAdmin ? 'admin' : 'driver'}
                      act={act}
                    />
                  </li>
                ))}
              </ol>
            )}
          </section>
          <QuickActions day={day} act={act} />
        </>
      ) : query.isError ? (
        <ErrorState title="Today's deliveries could not be loaded" onRetry={() => query.refetch()}>
          {problemOf(query.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading today's deliveries" rows={2} rowClassName="h-72" />
      )}
    </div>
  );
}

const clock = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const timeOfDay = (at: number) => clock.format(at);

/** When a card goes away with the button that was pressed, the list takes the focus. */
function useFocusAfterEnd(count: number) {
  const [before, setBefore] = useState(count);
  useEffect(() => {
    if (count === before) return;
    setBefore(count);
    if (count < before && document.activeElement === document.body) {
      document.getElementById('deliveries')?.focus();
    }
  }, [count, before]);
}
