import { useSyncExternalStore } from 'react';
import { getItem, setItem } from './browser-storage';

/** Chromium's event, which isn't part of TypeScript's types. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

const KEY = 'dockside.install-hint';
let offer: InstallOffer | null = null;
/** Undefined until it's read from storage. */
let isDismissed: boolean | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's offer to install the page for our own button. Call it once, at the start. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    notify();
  });
  addEventListener('appinstalled', dismissInstallHint);
}

/** Opens the browser's question. It can be opened once. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  dismissInstallHint();
  await asked?.prompt();
}

/** Hides the hint in this browser for good. */
export function dismissInstallHint(): void {
  isDismissed = true;
  setItem(KEY, 'dismissed');
  notify();
}

/** Safari has no offer. Its standalone pages have this property set. */
const isSafariPhone = () =>
  'standalone' in navigator && !(navigator as { standalone?: boolean }).standalone;

function wayToInstall(): 'button' | 'share menu' | null {
  isDismissed ??= getItem(KEY) !== null;
  if (isDismissed || matchMedia('(display-mode: standalone)').matches) return null;
  if (offer) return 'button';
  return isSafariPhone() ? 'share menu' : null;
}

/** Returns how this browser installs the page, or null if it can't or the person doesn't want it. */
export const useWayToInstall = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wayToInstall,
    () => null,
  );
