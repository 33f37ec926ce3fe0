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

/** The unsent work on a device while no driver is signed in. */
type Waiting = {
  count: number;
  /** True once staff have all unsent work of a deactivated driver. */
  isHandedOver: boolean;
};

/** Counts the unsent actions on this device, and hands a deactivated driver's over to staff. */
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
    // After a sign-out without signal, the page is still sending in the background, so the numbers
    // are updated.
    const unsubscribe = onLeftOutbox(() => void show(false));
    return () => {
      ended = true;
      unsubscribe();
      stop?.();
    };
  }, [hasSignal]);
  return waiting;
}

/** The user ID of the deactivated driver whose session this browser had, or null. */
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
