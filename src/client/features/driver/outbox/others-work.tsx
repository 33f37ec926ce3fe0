import { useEffect, useState } from 'react';
import { Callout } from '@/client/components/feedback/callout';
import { useSignal } from '@/client/lib/connection';
import type { Me } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import type { QueuedAction } from './device-action';
import { allQueued, onLeftOutbox } from './outboxes';
import { reportUnsent } from './report-unsent';

/**
 * Shows how much unsent work of other drivers is on this device, and notifies dispatch. The work
 * itself isn't shown, and it's only sent in its driver's session.
 */
export function OthersWork({ me }: { me: Me }) {
  const queued = useOthersQueued(me.id);
  const hasSignal = useSignal();
  const isDriver = me.role === 'driver';
  useEffect(() => {
    if (!hasSignal || !isDriver) return;
    // The next check tries again. The server ignores reports it already has.
    void reportUnsent(api, queued, 'other').catch(() => {});
  }, [queued, hasSignal, isDriver]);
  const { length: count } = queued;
  if (count === 0) return null;
  return (
    <Callout tone="warn" icon="offline" className="mb-5">
      {count === 1
        ? '1 update from another driver is waiting on this device. It’ll be sent when they sign in here again.'
        : `${count} updates from another driver are waiting on this device. They’ll be sent when that driver signs in here again.`}
    </Callout>
  );
}

const NOTHING: readonly QueuedAction[] = [];

function useOthersQueued(userId: string): readonly QueuedAction[] {
  const [queued, setQueued] = useState(NOTHING);
  useEffect(() => {
    let ended = false;
    const look = async () => {
      const all = await allQueued().catch(() => []);
      const others = all.filter((one) => one.userId !== userId);
      if (!ended) setQueued(others.length > 0 ? others : NOTHING);
    };
    void look();
    document.addEventListener('visibilitychange', look);
    const unsubscribe = onLeftOutbox(look);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', look);
      unsubscribe();
    };
  }, [userId]);
  return queued;
}
