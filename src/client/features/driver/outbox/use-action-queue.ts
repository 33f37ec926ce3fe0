import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Day } from '@/client/features/driver/day/driver-day';
import { isOnline, useSignal } from '@/client/lib/connection';
import { newId } from '@/client/lib/new-id';
import { api, trpc } from '@/client/lib/trpc';
import { type ActionQueue, createActionQueue } from './action-queue';
import { toastDone, toastRefused } from './action-toasts';
import { isTripOver, type QueuedAction } from './device-action';
import { exclusivelyFor } from './exclusively';
import { firstPauseEnd } from './next-to-send';
import { outboxOf } from './outboxes';
import { afterAction } from './queued-day';
import { sendAction } from './send-action';
import { forgetDraft } from './use-draft';

/** Pauses between tries while the page is visible. The last one repeats. */
const RETRY_PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * The signed-in user's queue. It sends after a new action, when the connection returns, and when
 * the page becomes visible. A hidden or offline page doesn't set a timer.
 */
export function useActionQueue(userId: string): {
  queue: ActionQueue;
  queued: readonly QueuedAction[];
} {
  const queryClient = useQueryClient();
  const hasSignal = useSignal();

  const queue = useMemo(() => {
    const days = { queryKey: getQueryKey(trpc.driver.day) };
    return createActionQueue({
      store: outboxOf(userId),
      send: (one, all) => sendAction(api, one, isTripOver(one, all)),
      onDone(one, outcome) {
        const before = queryClient.getQueriesData<Day>(days);
        for (const [key, day] of before) {
          // The time of the server's answer is kept, because this change comes from the device.
          const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt;
          queryClient.setQueryData<Day>(key, day && afterAction(day, one.action), { updatedAt });
        }
        toastDone(one, outcome, before);
        forgetDraftOf(one);
        void queryClient.invalidateQueries(days);
      },
      onRefused(one) {
        if (one.isKept) forgetDraftOf(one);
        toastRefused(one);
        void queryClient.invalidateQueries(days);
      },
      exclusively: exclusivelyFor(userId),
      isOnline,
      newKey: newId,
      now: () => new Date(),
    });
  }, [userId, queryClient]);

  useEffect(() => keepSending(queue), [queue]);
  useEffect(() => {
    if (hasSignal) void queue.flush();
  }, [hasSignal, queue]);

  return { queue, queued: useSyncExternalStore(queue.subscribe, queue.list) };
}

/** Keeps retrying the queue until the returned function is called. */
export function keepSending(queue: ActionQueue): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const plan = () => {
    clearTimeout(timer);
    if (ended || document.hidden || !isOnline()) return;
    if (!queue.list().some(({ refusal }) => refusal === null)) return;
    const pause = RETRY_PAUSES_MS[Math.min(tries, RETRY_PAUSES_MS.length - 1)] ?? 0;
    const end = firstPauseEnd(queue.list());
    timer = setTimeout(attempt, end === null ? pause : Math.min(pause, end - Date.now()));
  };
  const attempt = async () => {
    tries += 1;
    if (await queue.flush().catch(() => false)) tries = 0;
    plan();
  };
  /** Starts over with the shortest pause, because the connection or the page is back. */
  const wake = async () => {
    tries = 0;
    await queue.refresh();
    if (!document.hidden) void attempt();
    else clearTimeout(timer);
  };

  void wake();
  const unsubscribe = queue.subscribe(plan);
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

/** Deletes a stop's draft once the server or staff have its figures. */
function forgetDraftOf({ userId, action }: QueuedAction) {
  if (action.kind === 'complete' || action.kind === 'notDelivered') forgetDraft(userId, action.id);
}
