import { useEffect, useRef, useState } from 'react';
import { getItem, setItem } from '@/client/lib/browser-storage';
import { stopKeyOf } from '@/client/lib/forget-person';
import type { Delivery } from './driver-day';

/** Ended on this device: completed or not delivered, whether or not the server knows it yet. */
export const isEnded = ({ waiting }: Pick<Delivery, 'waiting'>) =>
  waiting === 'complete' || waiting === 'notDelivered';

/**
 * The stop that fills the screen: the one that the driver chose while it is open, else the next one in
 * order. A phone may close the page while the camera is open, and goes on at the same stop.
 */
export function useShownStop(deliveries: readonly Delivery[], userId: string) {
  const key = stopKeyOf(userId);
  const [chosen, setChosen] = useState(() => getItem(key, 'sessionStorage'));
  const open = deliveries.filter((delivery) => !isEnded(delivery));
  const shown = open.find(({ id }) => id === chosen) ?? open[0] ?? null;
  const choose = (id: string | null) => {
    setChosen(id);
    // A browser that keeps nothing goes on at the next stop in order.
    setItem(key, id, 'sessionStorage');
  };
  return { shown, choose };
}

/**
 * Brings the shown stop on the screen when it changes, and the focus to it where the button that had the
 * focus is gone.
 */
export function useStopInView(shown: Delivery | null): void {
  const step = shown ? `${shown.id} ${shown.status}` : null;
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = document.getElementById('shown-stop') ?? document.getElementById('deliveries');
    const article = heading?.closest('article');
    const top = article?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > window.innerHeight / 2) article?.scrollIntoView({ block: 'start' });
    if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
  }, [step]);
}
