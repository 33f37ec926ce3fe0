import { useEffect, useState } from 'react';
import { isOnline } from '@/client/lib/connection';
import { useManifest } from '@/client/lib/manifest';
import { trpc } from '@/client/lib/trpc';

const WORKER = '/driver-sw.js';
const SCOPE = '/driver';
const MANIFEST = '/driver.webmanifest';
/** A page that becomes visible checks for a new build at most this often. */
const CHECK_EVERY_MS = 60 * 60_000;

/**
 * Stores the page on the device so it opens without signal, and lets the browser install it.
 *
 * @returns a function that switches to a newer build, or null if there is none
 */
export function useOfflinePage(): (() => void) | null {
  const [ready, setReady] = useState<ServiceWorker | null>(null);

  useManifest(MANIFEST);
  // The stored page may name the company as it was when this build was stored.
  trpc.support.company.useQuery(undefined, { refetchOnMount: 'always' });

  useEffect(() => {
    // In development, the page's files change all the time.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let ended = false;
    let lastCheck = Date.now();
    let registration: ServiceWorkerRegistration | null = null;

    const watch = (found: ServiceWorkerRegistration) => {
      registration = found;
      const note = () => {
        // If there's no controller, this is the first visit, and there's no older build to replace.
        if (!ended && found.waiting && navigator.serviceWorker.controller) setReady(found.waiting);
      };
      note();
      found.addEventListener('updatefound', () => {
        found.installing?.addEventListener('statechange', note);
      });
    };
    const check = () => {
      if (document.hidden || !isOnline() || Date.now() - lastCheck < CHECK_EVERY_MS) return;
      lastCheck = Date.now();
      void registration?.update().catch(() => {});
    };
    navigator.serviceWorker
      .register(WORKER, { scope: SCOPE, updateViaCache: 'none' })
      .then(watch)
      // If this fails, the page only works with signal.
      .catch(() => {});
    document.addEventListener('visibilitychange', check);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', check);
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
