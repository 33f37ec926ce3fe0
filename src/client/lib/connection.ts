import { useSyncExternalStore } from 'react';

/** Whether the last call got an answer from Dockside itself, and not from the air or a proxy. */
let reachable = true;
const listeners = new Set<() => void>();

function note(answered: boolean) {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** `fetch` that remembers whether Dockside answered. */
export async function watchedFetch(
  input: RequestInfo | URL | string,
  init?: RequestInit,
): Promise<Response> {
  try {
    const response = await fetch(input, init);
    // A proxy in front of a stopped server answers too, with a page of its own.
    note(response.headers.get('content-type')?.includes('json') ?? false);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) note(false);
    throw error;
  }
}

/** False after a call that Dockside did not answer, until one is answered again. */
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
