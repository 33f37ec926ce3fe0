import { useSyncExternalStore } from 'react';

/** Whether Dockside itself, and not a proxy, answered the last call. */
let reachable = true;
const listeners = new Set<() => void>();

function note(answered: boolean) {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** `fetch` that also notes whether Dockside answered. */
export async function watchedFetch(
  input: RequestInfo | URL | string,
  init?: RequestInit,
): Promise<Response> {
  try {
    const response = await fetch(input, init);
    // A proxy in front of a stopped server answers with a page of its own.
    note(response.headers.get('content-type')?.includes('json') ?? false);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) note(false);
    throw error;
  }
}

/** False from a call without an answer of Dockside until the next answer. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
    () => true,
  );
}

function subscribeToDevice(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToDevice,
    () => navigator.onLine,
    () => true,
  );
}

/** False also where the device itself knows that there is no signal, before any call has failed. */
export function useSignal(): boolean {
  const isReachable = useReachable();
  const isOnline = useOnline();
  return isReachable && isOnline;
}
