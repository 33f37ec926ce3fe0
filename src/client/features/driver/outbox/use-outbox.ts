import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { toast } from '@/client/components/toast-store';
import { useReachable } from '@/client/lib/connection';
import { newId } from '@/client/lib/new-id';
import { api } from '@/client/lib/trpc';
import { afterSent, type Day, type KeptAction } from './actions';
import { createOutbox, type Outbox } from './outbox';
import { sayDone, sayRefused } from './say';
import { sendAction } from './send';
import { askToPersist, dropActions, keepActions, keptActions, markRefused } from './storage';

/** Pauses between tries while something waits and the page is in view; the last one repeats. */
const TRY_AGAIN_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * The outbox of the signed-in user. It sends when something is added, when the connection is back
 * and when the page comes into view; a page that is out of view or offline sets no timer.
 */
export function useOutbox(userId: string): { outbox: Outbox; kept: readonly KeptAction[] } {
  const queryClient = useQueryClient();
  const reachable = useReachable();

  const outbox = useMemo(() => {
    const days = { queryKey: [['driver', 'day']] };
    return createOutbox({
      store: {
        all: async () => (await keptActions()).filter((kept) => kept.userId === userId),
        keep: (actions) => {
          askToPersist();
          return keepActions(actions);
        },
        drop: dropActions,
        refuse: markRefused,
      },
      send: (kept) => sendAction(api, kept),
      onDone(kept, customerNotified) {
        const before = queryClient.getQueriesData<Day>(days);
        queryClient.setQueriesData<Day>(days, (day) => day && afterSent(day, kept.action));
        sayDone(kept, customerNotified, before);
        void queryClient.invalidateQueries(days);
      },
      onRefused(kept) {
        sayRefused(kept);
        void queryClient.invalidateQueries(days);
      },
      alone: async (work) => {
        // Without locks two tabs may send the same: the key makes that harmless.
        if (!navigator.locks) return work();
        return navigator.locks.request(`dockside-outbox-${userId}`, work);
      },
      newKey: newId,
      now: () => new Date(),
    });
  }, [userId, queryClient]);

  useEffect(() => keepSending(outbox), [outbox]);
  useEffect(() => {
    if (reachable) void outbox.flush();
  }, [reachable, outbox]);

  return { outbox, kept: useSyncExternalStore(outbox.subscribe, outbox.list) };
}

function keepSending(outbox: Outbox): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const plan = () => {
    clearTimeout(timer);
    if (ended || document.hidden || !navigator.onLine) return;
    if (!outbox.list().some(({ refusal }) => refusal === null)) return;
    timer = setTimeout(attempt, TRY_AGAIN_MS[Math.min(tries, TRY_AGAIN_MS.length - 1)]);
  };
  const attempt = async () => {
    tries += 1;
    if (await outbox.flush().catch(() => false)) tries = 0;
    plan();
  };
  /** Something changed for the better: begin again with short pauses. */
  const wake = async () => {
    tries = 0;
    await outbox.refresh().catch(noStore);
    if (!document.hidden) void attempt();
    else clearTimeout(timer);
  };

  void wake();
  const unsubscribe = outbox.subscribe(plan);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    ended = true;
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** A browser that keeps nothing (some private windows) still works while there is signal. */
function noStore() {
  toast({
    variant: 'destructive',
    title: 'Nothing can be kept here',
    description: 'This browser keeps no data for pages. Without signal your work would be lost.',
  });
}
