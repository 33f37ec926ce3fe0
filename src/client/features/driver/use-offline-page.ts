import { useEffect, useState } from 'react';

const WORKER = '/driver-sw.js';
const SCOPE = '/driver';
const MANIFEST = '/driver.webmanifest';
/** How often a page that is left open all day looks for a newer build, when it comes into view. */
const LOOK_EVERY_MS = 60 * 60_000;

/**
 * Keeps the page on the device so that it opens without signal, and offers to install it. Returns
 * how to change to a newer build once one is ready; until then null.
 */
export function useOfflinePage(): (() => void) | null {
  const [ready, setReady] = useState<ServiceWorker | null>(null);

  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = MANIFEST;
    document.head.append(link);
    return () => link.remove();
  }, []);

  useEffect(() => {
    // While developing, the files of the page change with every keystroke.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let ended = false;
    let lastLook = Date.now();
    let registration: ServiceWorkerRegistration | null = null;

    const watch = (found: ServiceWorkerRegistration) => {
      registration = found;
      const note = () => {
        // Without one in charge this is the first visit, and nothing newer.
        if (!ended && found.waiting && navigator.serviceWorker.controller) setReady(found.waiting);
      };
      note();
      found.addEventListener('updatefound', () => {
        found.installing?.addEventListener('statechange', note);
      });
    };
    const look = () => {
      if (document.hidden || !navigator.onLine || Date.now() - lastLook < LOOK_EVERY_MS) return;
      lastLook = Date.now();
      void registration?.update().catch(() => {});
    };
    navigator.serviceWorker
      .register(WORKER, { scope: SCOPE, updateViaCache: 'none' })
      .then(watch)
      // Offline, or a browser that refuses: the page works as any other.
      .catch(() => {});
    document.addEventListener('visibilitychange', look);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  if (!ready) return null;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    });
    ready.postMessage('take-over');
  };
}
