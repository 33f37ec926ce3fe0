import { useEffect, useRef, useState } from 'react';
import { getItem, setItem } from '@/client/lib/browser-storage';
import { stopKeyOf } from '@/client/lib/forget-person';
import type { Delivery } from './driver-day';

/** True if this device completed or ended the stop and the server doesn't have it yet. */
export const isEnded = ({ waiting }: Pick<Delivery, 'waiting'>) =>
  waiting === 'complete' || waiting === 'notDelivered';

/**
 * The stop that fills the screen: the one the driver selected while it's open, else the next one.
 * The selection is stored, because phones may close the page while the camera is open.
 */
export function useShownStop(deliveries: readonly Delivery[], userId: string) {
  const key = stopKeyOf(userId);
  const [chosen, setChosen] = useState(() => getItem(key, 'sessionStorage'));
  const open = deliveries.filter((delivery) => !isEnded(delivery));
  const shown = open.find(({ id }) => id === chosen) ?? open[0] ?? null;
  const choose = (id: string | null) => {
    setChosen(id);
    // Without storage, the page opens at the next stop in order.
    setItem(key, id, 'sessionStorage');
  };
  return { shown, choose };
}

/**
 * Scrolls to the shown stop when it changes. If the focused button is gone, moves focus to the
 * stop's heading.
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
