import { useSyncExternalStore } from 'react';
import { SESSION_OF } from '@/domain/account/page-person';
import { noteOwnSession } from './page-person';
import { noteServerTime } from './server-clock';

/** Whether Dockside itself, and not a proxy, answered the last call. */
let reachable = true;
/** Whether the last call was answered although the browser reported no connection. */
let answeredOffline = false;
const listeners = new Set<() => void>();

function note(answered: boolean) {
  const isDisproved = answered && !navigator.onLine;
  if (answered === reachable && isDisproved === answeredOffline) return;
  reachable = answered;
  answeredOffline = isDisproved;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server answers within ten seconds; the rest is for a slow line. */
const READ_WITHIN_MS = 30_000;
/** A change may carry a photo. */
const CHANGE_WITHIN_MS = 120_000;

/** Ends with the caller's signal, and after a time at the latest: browsers have no limit of their own. */
function inTime({ signal, method }: RequestInit): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort();
  setTimeout(end, method === 'POST' ? CHANGE_WITHIN_MS : READ_WITHIN_MS);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return limit.signal;
}

/** `fetch` with a limit of time, that also notes whether Dockside answered, and who is signed in by it. */
export async function watchedFetch(
  input: RequestInfo | URL | string,
  init: RequestInit = {},
): Promise<Response> {
  const sentAt = Date.now();
  try {
    const response = await fetch(input, { ...init, signal: inTime(init) });
    // A proxy in front of a stopped server answers with a page of its own.
    note(response.headers.get('content-type')?.includes('json') ?? false);
    const sessionOf = response.headers.get(SESSION_OF);
    if (sessionOf !== null) noteOwnSession(sessionOf);
    noteServerTime(response, sentAt);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) note(false);
    throw error;
  }
}

/** False from a call without an answer of Dockside until the next answer. */
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
 * Whether there may be a connection. The browser's own report can be wrong for hours on a line that works,
 * so an answer counts for more.
 */
export const isOnline = (): boolean => navigator.onLine || answeredOffline;

/** `isOnline` for a component. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToDevice, isOnline, () => true);
}

/** `useSignal` outside of a component. */
export const hasSignal = (): boolean => reachable && isOnline();

/** False also where the device itself knows that there is no signal, before any call has failed. */
export function useSignal(): boolean {
  const isReachable = useReachable();
  const isOnline = useOnline();
  return isReachable && isOnline;
}
