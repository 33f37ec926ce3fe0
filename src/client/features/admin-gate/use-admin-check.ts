import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { trpc } from '@/client/lib/trpc';

/** Longer than this, and the check counts as failed (staff section 9). */
const LIMIT_MS = 2000;

export type AdminCheck =
  | { state: 'checking' }
  | { state: 'admin' }
  /** Nobody is signed in, or the check failed or took too long. */
  | { state: 'stranger' }
  /** Somebody is signed in who is no admin. */
  | { state: 'not-admin'; name: string };

/**
 * Asks the server who is looking. Asks again when a later call is told that nobody is signed in: a
 * session can end while the page is open.
 */
export function useAdminCheck(): AdminCheck {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const [check, setCheck] = useState<AdminCheck>({ state: 'checking' });

  const ask = useCallback(
    async (signal: AbortSignal) => {
      const answer = await answerOf(signal, () => utils.client.auth.adminStatus.query());
      if (!signal.aborted) setCheck(answer);
    },
    [utils],
  );

  useEffect(() => {
    const left = new AbortController();
    void ask(left.signal);
    const stopListening = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isSignedOut(event.action.error)) void ask(left.signal);
    });
    return () => {
      left.abort();
      stopListening();
    };
  }, [ask, queryClient]);

  return check;
}

type Status = { isAdmin: boolean; user: { name: string } | null };

async function answerOf(signal: AbortSignal, query: () => Promise<Status>): Promise<AdminCheck> {
  try {
    const status = await within(LIMIT_MS, signal, query());
    if (status.isAdmin === true) return { state: 'admin' };
    return status.user
      ? { state: 'not-admin', name: status.user.name }
      : { state: 'stranger' };
  } catch {
    return { state: 'stranger' };
  }
}

function within<T>(limit: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the check took too long')), limit);
    signal.addEventListener('abort', () => clearTimeout(timer));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function isSignedOut(error: unknown): boolean {
  const data = (error as { data?: { code?: string } | null } | null)?.data;
  return data?.code === 'UNAUTHORIZED' || data?.code === 'FORBIDDEN';
}
