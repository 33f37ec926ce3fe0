import { useEffect } from 'react';
import { useManifest } from './manifest';

const WORKER = '/sw.js';
/** The screen comes first: the pages are stored at the first touch, or after so long. */
const STORED_AFTER_MS = 5000;
const TOUCHES = ['pointerdown', 'keydown'] as const;

/**
 * Stores the customer's pages on the device, so that they open without signal, and lets the browser
 * install them. A newer build takes over once no page is open.
 */
export function useOfflineShell(): void {
  useManifest('/dockside.webmanifest');
  useEffect(() => {
    // In development the files of the page change with every keystroke.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const store = () => {
      end();
      navigator.serviceWorker
        .register(WORKER, { scope: '/', updateViaCache: 'none' })
        // Offline, or a private window: the pages open while there is signal.
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
