import { useSyncExternalStore } from 'react';
import { SESSION_OF } from '@/domain/account/page-person';
import { noteOwnSession } from './page-person';
import { noteServerTime } from './server-clock';

/** True if Dockside itself, and not a proxy, answered the last call. */
let reachable = true;
/**
 * True if the last call was sent and answered while the browser reported no connection. An answer to
 * a call from before the connection ended proves nothing.
 */
let answeredOffline = false;
const listeners = new Set<() => void>();

function note(answered: boolean, sentOffline: boolean) {
  const isDisproved = answered && sentOffline && !navigator.onLine;
  if (answered === reachable && isDisproved === answeredOffline) return;
  reachable = answered;
  answeredOffline = isDisproved;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server answers within 10 seconds. The rest is for slow connections. */
const READ_WITHIN_MS = 30_000;
/** A change may carry a photo. */
const CHANGE_WITHIN_MS = 120_000;

/** Aborts with the caller's signal, or after a time limit, because browsers have none. */
function inTime({ signal, method }: RequestInit): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort();
  setTimeout(end, method === 'POST' ? CHANGE_WITHIN_MS : READ_WITHIN_MS);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return limit.signal;
}

/** Calls `fetch` with a time limit, and notes if Dockside answered and who is signed in. */
export async function watchedFetch(
  input: RequestInfo | URL | string,
  init: RequestInit = {},
): Promise<Response> {
  const sentAt = Date.now();
  const sentOffline = !navigator.onLine;
  try {
    const response = await fetch(input, { ...init, signal: inTime(init) });
    // If the server is down, a proxy may answer with its own page, which isn't JSON.
    note(response.headers.get('content-type')?.includes('json') ?? false, sentOffline);
    const sessionOf = response.headers.get(SESSION_OF);
    if (sessionOf !== null) noteOwnSession(sessionOf);
    noteServerTime(response, sentAt);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) note(false, sentOffline);
    throw error;
  }
}

/** False after a call that Dockside didn't answer, until it answers one. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => reachable,
    () => true,
  );
}

function subscribeToDevice(listener: () => void) {
  const unsubscribe = subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * True if there may be a connection. Browsers can report a working connection as offline for hours,
 * so an answer counts for more.
 */
export const isOnline = (): boolean => navigator.onLine || answeredOffline;

/** Returns `isOnline` for a component. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToDevice, isOnline, () => true);
}

/** Returns the same as `useSignal`, outside a component. */
export const hasSignal = (): boolean => reachable && isOnline();

/** False if Dockside doesn't answer, or if the device reports that it has no signal. */
export function useSignal(): boolean {
  const isReachable = useReachable();
  const isOnline = useOnline();
  return isReachable && isOnline;
}
