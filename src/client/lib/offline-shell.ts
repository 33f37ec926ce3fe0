import { useEffect } from 'react';
import { useManifest } from './manifest';

const WORKER = '/sw.js';
/**
 * The pages are stored at the first touch, or after this delay, so that the screen can load first.
 */
const STORED_AFTER_MS = 5000;
const TOUCHES = ['pointerdown', 'keydown'] as const;

/**
 * Stores the customer's pages on the device, so that they open without signal, and lets the browser
 * install them. A newer build replaces them once no page is open.
 */
export function useOfflineShell(): void {
  useManifest('/dockside.webmanifest');
  useEffect(() => {
    // In development, the page's files change constantly.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const store = () => {
      end();
      navigator.serviceWorker
        .register(WORKER, { scope: '/', updateViaCache: 'none' })
        // This fails offline and in private windows. The pages then only open with a signal.
        .catch(() => {});
    };
    const timer = setTimeout(store, STORED_AFTER_MS);
    for (const touch of TOUCHES) window.addEventListener(touch, store);
    const end = () => {
      clearTimeout(timer);
      for (const touch of TOUCHES) window.removeEventListener(touch, store);
    };
    return end;
  }, []);
}
