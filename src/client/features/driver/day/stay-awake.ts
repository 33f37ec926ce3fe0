import { useEffect, useState } from 'react';
import { getItem, setItem } from '@/client/lib/browser-storage';

/** Stores that a driver doesn't want the screen to stay on. */
const KEY = 'dockside.screen-may-sleep';

/** True if this browser can keep the screen on. */
export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/** The parts of the browser that keep a screen on. Tests have their own. */
export type Screen = {
  isHidden(): boolean;
  request(): Promise<Lock>;
  /** Calls back when the page is shown or hidden. Returns a function that ends this. */
  onVisibility(listener: () => void): () => void;
};
type Lock = { released: boolean; release(): Promise<void> };

const SCREEN: Screen = {
  isHidden: () => document.hidden,
  request: () => navigator.wakeLock.request('screen'),
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/**
 * Keeps the screen on until the returned function is called. Browsers end the lock of a hidden page,
 * so it's requested again when the page is shown. On a low battery, a device may refuse.
 */
export function keepAwake(screen: Screen = SCREEN): () => void {
  let lock: Lock | null = null;
  let isWaiting = false;
  let hasEnded = false;
  const take = async () => {
    if (hasEnded || isWaiting || screen.isHidden() || lock?.released === false) return;
    isWaiting = true;
    lock = await screen.request().catch(() => null);
    isWaiting = false;
    // The page may have been hidden and shown again before the browser answered.
    if (hasEnded) await lock?.release().catch(() => {});
    else if (lock?.released) await take();
  };
  const stopListening = screen.onVisibility(() => void take());
  void take();
  return () => {
    hasEnded = true;
    stopListening();
    void lock?.release().catch(() => {});
  };
}

/**
 * Keeps the screen on while the driver is en route, unless they turned that off on this device.
 *
 * @returns whether it's turned on, and a function that changes this
 */
export function useStayAwake(isEnRoute: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => getItem(KEY) === null);
  useEffect(() => {
    if (isEnRoute && isOn && canStayAwake()) return keepAwake();
  }, [isEnRoute, isOn]);
  const change = (next: boolean) => {
    setItem(KEY, next ? null : 'yes');
    setIsOn(next);
  };
  return [isOn, change];
}
