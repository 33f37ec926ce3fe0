import { useEffect, useMemo, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { DayHeader } from './day-header';
import { DeliveryCard } from './delivery-card';
import { toastUndone } from './device-actions/action-toasts';
import { useActionQueue } from './device-actions/use-action-queue';
import { useReportedPosition } from './device-position';
import { DoneToday } from './done-today';
import { withQueuedActions } from './driver-day';
import { DriverSignIn } from './driver-sign-in';
import { performActionFor } from './perform-action';
import { QuickActions } from './quick-actions';
import { UnsentActionsPanel } from './unsent-actions-panel';
import { useDriverDay } from './use-driver-day';
import { useKnownUser } from './use-known-user';
import { useOfflinePage } from './use-offline-page';

/** A driver's own day, or for admins the day of any driver (D38). Other people get the sign-in. */
export function DriverScreen() {
  const user = useKnownUser();
  const status = trpc.auth.me.useQuery();
  const takeUpdate = useOfflinePage();
  const content = () => {
    if (user === undefined && status.isError) {
      return (
        <ErrorState title="We could not check who is signed in" onRetry={() => status.refetch()} />
      );
    }
    if (user === undefined) return <SkeletonList label="Loading" rows={3} rowClassName="h-40" />;
    if (user === null || user.role === 'customer') {
      return <DriverSignIn otherUser={user ? user.fullName || user.username : null} />;
    }
    return <Day key={user.id} me={user} />;
  };
  return (
    <>
      {takeUpdate ? (
        <Callout
          className="mb-4"
          live
          action={
            <Button variant="quiet" size="lg" onClick={takeUpdate}>
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
  const { formatWeekdayAndTime } = useInstants();
  const isAdmin = me.role === 'admin';
  const [chosen, setChosen] = useState<number | null>(null);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: isAdmin });
  const { day: known, seenAt, query } = useDriverDay(me, isAdmin ? chosen : null);
  const { queue, queued } = useActionQueue(me.id);
  const perform = useMemo(() => performActionFor(queue, me.id), [queue, me.id]);
  const undo = async (actionKey: string) => {
    toastUndone(await queue.undo(actionKey));
    await query.refetch();
  };
  const day = useMemo(() => known && withQueuedActions(known, queued), [known, queued]);
  const isEnRoute = day?.deliveries.some(({ status }) => status === 'en_route') ?? false;
  useReportedPosition(!isAdmin && isEnRoute);
  useFocusWhenCardLeaves(day?.deliveries.length ?? 0);

  return (
    <div>
      <DayHeader
        day={day}
        me={me}
        choices={isAdmin ? (drivers.data ?? []) : []}
        onChoose={setChosen}
        perform={perform}
      />
      <UnsentActionsPanel
        queued={queued}
        driverId={day?.driver.id ?? null}
        queue={queue}
        perform={perform}
      />
      {day ? (
        <>
          <section aria-labelledby="deliveries">
            <h2 id="deliveries" tabIndex={-1} className="text-xl">
              Today's Deliveries ({day.deliveries.length})
            </h2>
            <p className="mb-4 text-muted">
              {formatLongDate(day.date)}
              {seenAt ? `. As of ${formatWeekdayAndTime(seenAt)}, without signal since.` : null}
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
                      userId={me.id}
                      perform={perform}
                      undo={undo}
                    />
                  </li>
                ))}
              </ol>
            )}
          </section>
          <DoneToday day={day} queued={queued} perform={perform} />
          <QuickActions day={day} isOwn={!isAdmin} perform={perform} />
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

/** Moves the focus to the heading when a card leaves with the button that had the focus. */
function useFocusWhenCardLeaves(count: number) {
  const [before, setBefore] = useState(count);
  useEffect(() => {
    if (count === before) return;
    setBefore(count);
    if (count < before && document.activeElement === document.body) {
      document.getElementById('deliveries')?.focus();
    }
  }, [count, before]);
}
