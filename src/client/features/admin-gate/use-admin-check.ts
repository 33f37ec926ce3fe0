import { useEffect, useRef, useState } from 'react';
import { useMe } from '@/client/lib/session';
import { api, trpc } from '@/client/lib/trpc';

/** Longer than this, and the check counts as failed (staff section 9). */
const LIMIT_MS = 2000;

export type AdminCheck =
  | { state: 'checking' }
  | { state: 'admin' }
  /** Nobody is signed in, or the check failed or took too long. */
  | { state: 'stranger' }
  /** Somebody is signed in who is no admin. */
  | { state: 'not-admin'; name: string };

/** Asks the server who is looking, and notices when the session ends while the page is open. */
export function useAdminCheck(): AdminCheck {
  const utils = trpc.useUtils();
  const [check, setCheck] = useState<AdminCheck>({ state: 'checking' });

  useEffect(() => {
    let left = false;
    const ask = async () => {
      const answer = await answerWithin(LIMIT_MS, () => api.auth.adminStatus.query());
      if (left) return;
      // What this tab remembers may be older than a sign-in in another one.
      if (answer.state === 'admin' && !utils.auth.me.getData()) void utils.auth.me.invalidate();
      setCheck(answer);
    };
    void ask();
    return () => {
      left = true;
    };
  }, [utils]);

  const me = useMe();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (me) wasSignedIn.current = true;
    else if (me === null && wasSignedIn.current) setCheck({ state: 'stranger' });
  }, [me]);

  return check;
}

type Status = { isAdmin: boolean; user: { name: string } | null };

async function answerWithin(limit: number, query: () => Promise<Status>): Promise<AdminCheck> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the check took too long')), limit);
    });
    const status = await Promise.race([query(), tooLate]);
    if (status.isAdmin === true) return { state: 'admin' };
    return status.user ? { state: 'not-admin', name: status.user.name } : { state: 'stranger' };
  } catch {
    return { state: 'stranger' };
  } finally {
    clearTimeout(timer);
  }
}
