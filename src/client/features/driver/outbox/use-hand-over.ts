import { useEffect, useState } from 'react';
import { isOnline, useSignal } from '@/client/lib/connection';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { api } from '@/client/lib/trpc';
import { type ActionQueue, createActionQueue } from './action-queue';
import { exclusivelyFor } from './exclusively';
import { handOverAction, readyToHandOver } from './hand-over';
import { allQueued, onLeftOutbox, outboxOf } from './outboxes';
import { keepSending } from './use-action-queue';

/** What waits on a device on which no driver is signed in. */
type Waiting = {
  count: number;
  /** All that a retired driver had on it is with staff now. */
  isHandedOver: boolean;
};

/** Counts what waits on this device, and gives staff what a retired driver did not send. */
export function useHandOver(): Waiting {
  const hasSignal = useSignal();
  const [waiting, setWaiting] = useState<Waiting>({ count: 0, isHandedOver: false });
  useEffect(() => {
    let stop: (() => void) | null = null;
    let ended = false;
    const show = async (isHandedOver: boolean) => {
      const { length } = await allQueued();
      if (ended) return;
      setWaiting((before) => ({
        count: length,
        isHandedOver: isHandedOver || before.isHandedOver,
      }));
    };
    const begin = async () => {
      await show(false);
      const all = await allQueued();
      const userId = all.length > 0 ? await retiredUserId() : null;
      if (ended || !userId || all.every((one) => one.userId !== userId)) return;
      const queue = await handOverQueue(userId);
      if (ended) return;
      const unsubscribe = queue.subscribe(() => void show(queue.list().length === 0));
      const stopSending = keepSending(queue);
      stop = () => {
        unsubscribe();
        stopSending();
      };
    };
    void begin().catch(() => {});
    // After a log-out without signal the page sends what it can by itself.
    const unsubscribe = onLeftOutbox(() => void show(false));
    return () => {
      ended = true;
      unsubscribe();
      stop?.();
    };
  }, [hasSignal]);
  return waiting;
}

/** The retired driver to whom the session of this browser belonged; null for any other. */
async function retiredUserId(): Promise<string | null> {
  try {
    await api.driver.day.query({});
    return null;
  } catch (error) {
    const id = problemOf(error).details?.retiredUserId;
    return typeof id === 'string' ? id : null;
  }
}

async function handOverQueue(userId: string): Promise<ActionQueue> {
  const store = outboxOf(userId);
  const exclusively = exclusivelyFor(userId);
  await exclusively(() => readyToHandOver(store));
  return createActionQueue({
    store,
    send: (one) => handOverAction(api, one),
    onDone: () => {},
    onRefused: () => {},
    exclusively,
    isOnline,
    newKey: newId,
    now: () => new Date(),
  });
}
