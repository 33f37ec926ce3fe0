import { useEffect } from 'react';
import { toast } from '@/client/components/feedback/toast-store';
import { getItem, LATE_SIGN_OUT, setItem } from '@/client/lib/browser-storage';
import { noteLateSignOut } from '@/client/lib/page-person';
import { problemOf } from '@/client/lib/problem';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import { sendOutbox } from './send-outbox';

/** An earlier release kept this in place of the driver's id. */
const SOMEONE = '1';
/** A server that doesn't answer in this time holds up no page. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Whether the session that the server still has was ended on this device.
 *
 * @param me whose session it is, if the server has answered
 */
export function isSignOutPending(me: Me | null | undefined): boolean {
  const left = getItem(LATE_SIGN_OUT);
  return left !== null && (!me || left === SOMEONE || left === me.id);
}

/** Logs out without signal: at once on this device, and at the server once it answers. */
export function signOutLater(userId: string): void {
  // A browser that keeps nothing also keeps no session for the next start.
  setItem(LATE_SIGN_OUT, userId);
  noteLateSignOut();
  toast({
    title: 'Signed Out on This Device',
    description: 'You have no signal. When it’s back, we’ll send what’s left and end your session.',
  });
}

/** A new sign-in takes the place of the session that was to end. */
export function forgetSignOut(): void {
  setItem(LATE_SIGN_OUT, null);
}

/**
 * Ends the session of a log-out without signal. What that driver did on this device is sent first: without
 * the session it would wait until they sign in here again.
 */
async function endSessionOf(userId: string): Promise<void> {
  await sendOutbox(userId);
  // Someone has signed in meanwhile, whose session this is now.
  if (!isSignOutPending(null)) return;
  await api.auth.logout.mutate(undefined, { context: { actsFor: userId } });
  forgetSignOut();
}

/**
 * Ends such a session before a page asks who is signed in, so that no page shows the driver who left.
 * Resolves in every case.
 */
export async function endLateSession(): Promise<void> {
  const userId = getItem(LATE_SIGN_OUT);
  if (userId === null || userId === SOMEONE) return;
  const ending = endSessionOf(userId).catch((error) => {
    // The session is over, or someone else is signed in by now.
    if (problemOf(error).reason === 'person_changed') forgetSignOut();
  });
  await Promise.race([ending, new Promise((late) => setTimeout(late, ANSWER_WITHIN_MS))]);
}

/** Ends such a session on the driver's page too, as soon as the server answers as whose it is. */
export function useLateSignOut(me: Me | null | undefined): void {
  const switchUser = useSwitchUser();
  useEffect(() => {
    if (!me) return;
    // Someone else's sign-in took the place of that session.
    if (!isSignOutPending(me)) return forgetSignOut();
    endSessionOf(me.id)
      .then(() => switchUser(null))
      // The next answer of the server tries again.
      .catch(() => {});
  }, [me, switchUser]);
}
