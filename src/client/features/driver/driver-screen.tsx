import { deliveryRoleOf } from '@/domain/staff/areas';
import '@/client/styles/staff.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { takeSecondPress } from '@/client/components/second-press';
import { onPushPressed } from '@/client/identity/push-browser';
import { PushSettings } from '@/client/identity/push-settings';
import { useSignal } from '@/client/lib/connection';
import { problemOf } from '@/client/lib/problem';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { AtDock } from './at-dock';
import { DayZone } from './day/day-instants';
import { useReportedPosition } from './day/device-position';
import { useKeptPhotos } from './day/kept-photos';
import { useShownStop } from './day/shown-stop';
import { useStayAwake } from './day/stay-awake';
import { DayHeader } from './day-header';
import { DoneToday } from './done-today';
import { DriverSignIn } from './driver-sign-in';
import { LoadPanel } from './load-panel';
import { toastUndone } from './outbox/action-toasts';
import { OthersWork } from './outbox/others-work';
import { type PerformAction, performActionFor } from './outbox/perform-action';
import { withQueuedActions } from './outbox/queued-day';
import { UnsentActionsPanel } from './outbox/unsent-actions-panel';
import { useActionQueue } from './outbox/use-action-queue';
import { useKnownUser } from './outbox/use-known-user';
import { useTicketNumbers } from './outbox/use-ticket-numbers';
import { QuickActions } from './quick-actions';
import { TodaysStops } from './todays-stops';
import { useDayNews } from './use-day-news';
import { useDriverDay } from './use-driver-day';
import { useOfflinePage } from './use-offline-page';

/** A driver's own day, or any driver's day for admins. Everyone else gets the sign-in. */
export function DriverScreen({ driverId }: { driverId: number | null }) {
  const user = useKnownUser();
  const status = trpc.auth.me.useQuery();
  const takeUpdate = useOfflinePage();
  const content = () => {
    if (user === undefined && status.isError) {
      return (
        <ErrorState title="We couldn’t check who’s signed in" onRetry={() => status.refetch()} />
      );
    }
    if (user === undefined) return <SkeletonList label="Loading" rows={3} rowClassName="h-40" />;
    if (user === null || deliveryRoleOf(user.role) === 'customer') {
      return <DriverSignIn otherUser={user ? user.fullName || user.username : null} />;
    }
    return <Day key={`${user.id} ${driverId}`} me={user} driverId={driverId} />;
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

/** The stop that a notification's address names, or null. */
const stopIn = ({ hash }: { hash: string }) => new URLSearchParams(hash.slice(1)).get('stop');

function Day({ me, driverId }: { me: Me; driverId: number | null }) {
  const isAdmin = deliveryRoleOf(me.role) === 'admin';
  const [selectedId, setSelectedId] = useState(driverId);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: isAdmin });
  const {
    day: serverDay,
    seenAt,
    aheadMs,
    query,
    former,
  } = useDriverDay(me, isAdmin ? selectedId : null);
  const { queue, queued } = useActionQueue(me.id);
  const perform = useMemo(() => performActionFor(queue, me.id), [queue, me.id]);
  const undo = async (actionKey: string) => {
    const pressed = queued.find((one) => one.actionKey === actionKey);
    const undone = await queue.undo(actionKey);
    const action = pressed?.action;
    // The action may have reached the server before the connection broke, so the undo is sent too.
    if (action?.kind === 'enRoute' && undone?.wasTried) {
      const { publicCode } = pressed ?? {};
      await perform({ kind: 'undoEnRoute', id: action.id }, { ...(publicCode && { publicCode }) });
    } else toastUndone(undone);
    await query.refetch();
  };
  const hasSignal = useSignal();
  const day = useMemo(
    () => serverDay && withQueuedActions(serverDay, queued, hasSignal),
    [serverDay, queued, hasSignal],
  );
  const isEnRoute = day?.deliveries.some(({ status }) => status === 'en_route') ?? false;
  useKeptPhotos(serverDay);
  // Staff only look at a driver's page, so their browsers reserve no numbers.
  useTicketNumbers(isAdmin ? null : (day?.truck?.id ?? null), me.id, queued.length);
  useReportedPosition(!isAdmin && isEnRoute);
  const stayAwake = useStayAwake(!isAdmin && isEnRoute);
  const stop = useShownStop(day?.deliveries ?? [], me.id);
  const choose = useRef(stop.choose);
  choose.current = stop.choose;
  useEffect(() => {
    const open = (address: { hash: string }) => {
      const pressed = stopIn(address);
      if (pressed) choose.current(pressed);
    };
    open(location);
    return onPushPressed(open);
  }, []);
  const { news, clear } = useDayNews(serverDay, { kept: former, queued, isOwn: !isAdmin });
  const act: PerformAction = (action, about) => {
    // Another stop with a different button may appear under the finger, so a second press is
    // ignored.
    if (action.kind !== 'position' && action.kind !== 'seeChange') takeSecondPress();
    // After the driver sets out for a stop, that stop stays on screen. After a reorder, the first
    // stop is shown.
    if (action.kind === 'enRoute' || action.kind === 'walkUp') stop.choose(action.id);
    if (action.kind === 'order') stop.choose(null);
    return perform(action, about);
  };

  return (
    <DayZone value={day?.timeZone}>
      <DayHeader
        day={day}
        choices={isAdmin ? (drivers.data ?? []) : []}
        onChoose={setSelectedId}
        perform={act}
      />
      <OthersWork me={me} />
      <UnsentActionsPanel
        queued={queued}
        hasSignal={hasSignal}
        driverId={day?.driver.id ?? null}
        queue={queue}
        perform={perform}
      />
      {day ? (
        <>
          <TodaysStops
            day={day}
            me={me}
            seenAt={seenAt}
            aheadMs={aheadMs}
            stop={stop}
            undo={undo}
            isOwn={!isAdmin}
            news={news}
            onSeen={clear}
            perform={act}
          />
          <DoneToday day={day} queued={queued} perform={perform} />
          <LoadPanel day={day} queued={queued} userId={me.id} perform={act} />
          <AtDock day={day} userId={me.id} perform={act} />
          {isAdmin || !hasSignal ? null : (
            <Panel title="Notifications" className="mt-6">
              <PushSettings
                scope="/driver"
                about="We’ll notify this device when your stops change, even if this page is closed."
              />
            </Panel>
          )}
          <QuickActions
            day={day}
            stayAwake={stayAwake}
            aheadMs={aheadMs}
            isOwn={!isAdmin}
            userId={me.id}
            perform={act}
          />
        </>
      ) : query.isError ? (
        <ErrorState title="We couldn’t load today’s deliveries" onRetry={() => query.refetch()}>
          {problemOf(query.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading today’s deliveries" rows={2} rowClassName="h-72" />
      )}
    </DayZone>
  );
}
