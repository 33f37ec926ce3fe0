import { useEffect, useRef, useState } from 'react';
import { getItem, setItem } from '@/client/lib/browser-storage';
import { useMe } from '@/client/lib/session';
import { api, trpc } from '@/client/lib/trpc';
import type { Role } from '@/domain/roles';
import { isOfficeRole } from '@/domain/staff/areas';

/** A check that takes longer than this counts as failed. */
const CHECK_WITHIN_MS = 2000;
/**
 * If an admin was signed in last, the check may take this long, so that a slow connection doesn't
 * sign them out.
 */
const CHECK_OF_ADMIN_WITHIN_MS = 10_000;
/**
 * The time is counted in steps of this length. So on a slow device that's busy with other code, the
 * check doesn't time out before a response that has already arrived is processed.
 */
const STEP_MS = 100;

export type AdminCheck =
  | { state: 'checking' }
  | { state: 'admin' }
  /** No user is signed in, or the check failed. `left` means someone was signed in on this page. */
  | { state: 'visitor'; left: boolean }
  /** The signed-in user doesn't work in the office. */
  | { state: 'not-admin'; name: string };

/** Asks the server whether the user works in the office, and notices when the session ends. */
export function useAdminCheck(): AdminCheck {
  const utils = trpc.useUtils();
  const me = useMe();
  const [check, setCheck] = useState<AdminCheck>({ state: 'checking' });
  const role = useChangedRole(me?.role);

  // If the role changes, check again, because the new role may allow less.
  useEffect(() => {
    let ended = false;
    const ask = async () => {
      const limitMs = isKnownAdmin() ? CHECK_OF_ADMIN_WITHIN_MS : CHECK_WITHIN_MS;
      const answer = await answerWithin(limitMs, () => api.auth.adminStatus.query());
      if (ended) return;
      noteAdmin(answer.state === 'admin');
      // The user may have signed in in another tab, after this one read `auth.me`.
      if (answer.state === 'admin' && !utils.auth.me.getData()) void utils.auth.me.invalidate();
      setCheck(answer);
    };
    void ask();
    return () => {
      ended = true;
    };
  }, [utils, role]);

  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (me) wasSignedIn.current = true;
    else if (me === null && wasSignedIn.current) {
      noteAdmin(false);
      setCheck({ state: 'visitor', left: true });
    }
  }, [me]);

  return check;
}

/** @returns the new role if it changed while the page was open; undefined otherwise */
function useChangedRole(role: string | undefined): string | undefined {
  const before = useRef(role);
  const [changed, setChanged] = useState<string>();
  useEffect(() => {
    if (role === undefined) return;
    if (before.current !== undefined && before.current !== role) setChanged(role);
    before.current = role;
  }, [role]);
  return changed;
}

type Status = { user: { name: string; role: Role } | null };

async function answerWithin(limit: number, query: () => Promise<Status>): Promise<AdminCheck> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const tooLate = new Promise<never>((_, reject) => {
      let waitedMs = 0;
      const wait = () => {
        if (waitedMs >= limit) return reject(new Error('the check took too long'));
        waitedMs += STEP_MS;
        timer = setTimeout(wait, STEP_MS);
      };
      wait();
    });
    const status = await Promise.race([query(), tooLate]);
    if (status.user && isOfficeRole(status.user.role)) return { state: 'admin' };
    return status.user
      ? { state: 'not-admin', name: status.user.name }
      : { state: 'visitor', left: false };
  } catch {
    return { state: 'visitor', left: false };
  } finally {
    clearTimeout(timer);
  }
}

/** Set if the server's last answer in this browser was that an admin is signed in. */
const KEY = 'dockside-admin-here';

/** True if an admin was signed in with this browser. */
function isKnownAdmin(): boolean {
  return getItem(KEY) !== null;
}

/**
 * Saves the result of the admin check. It gives no access, and only decides how long the next check may take.
 * Without storage, the next check times out as early as a visitor's.
 */
function noteAdmin(isAdmin: boolean): void {
  setItem(KEY, isAdmin ? '1' : null);
}
