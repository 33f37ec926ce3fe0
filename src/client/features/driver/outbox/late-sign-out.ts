import { useEffect } from 'react';
import { toast } from '@/client/components/feedback/toast-store';
import { getItem, LATE_SIGN_OUT, setItem } from '@/client/lib/browser-storage';
import { noteLateSignOut } from '@/client/lib/page-person';
import { problemOf } from '@/client/lib/problem';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import { sendOutbox } from './send-outbox';

/** An earlier release stored this instead of the driver's id. */
const SOMEONE = '1';
/** The page stops waiting for the server after this long. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * True if this device signed out while offline and the server still has the session.
 *
 * @param me the session's user, if the server has answered
 */
export function isSignOutPending(me: Me | null | undefined): boolean {
  const userId = getItem(LATE_SIGN_OUT);
  return userId !== null && (!me || userId === SOMEONE || userId === me.id);
}

/** Signs out on this device now, and on the server once there's signal. */
export function signOutLater(userId: string): void {
  // Without storage, the browser loses the session when it's closed anyway.
  setItem(LATE_SIGN_OUT, userId);
  noteLateSignOut();
  toast({
    title: 'Signed Out on This Device',
    description: 'You have no signal. When it’s back, we’ll send the rest and end your session.',
  });
}

/** Cancels a late sign-out, because a new sign-in has replaced the session. */
export function forgetSignOut(): void {
  setItem(LATE_SIGN_OUT, null);
}

/**
 * Ends the session of a user who signed out offline. Their unsent actions are sent first, because
 * afterward they'd have to wait until that user signs in here again.
 */
async function endSessionOf(userId: string): Promise<void> {
  await sendOutbox(userId);
  // Someone else has signed in by now, and this is their session.
  if (!isSignOutPending(null)) return;
  await api.auth.logout.mutate(undefined, { context: { actsFor: userId } });
  forgetSignOut();
}

/**
 * Ends a late session before the page asks who is signed in, so the page doesn't show the driver
 * who left. Never rejects.
 */
export async function endLateSession(): Promise<void> {
  const userId = getItem(LATE_SIGN_OUT);
  if (userId === null || userId === SOMEONE) return;
  const ending = endSessionOf(userId).catch((error) => {
    // The session has ended, or someone else has signed in.
    if (problemOf(error).reason === 'person_changed') forgetSignOut();
  });
  await Promise.race([ending, new Promise((late) => setTimeout(late, ANSWER_WITHIN_MS))]);
}

/** Ends a late session once the server says whose session it is. */
export function useLateSignOut(me: Me | null | undefined): void {
  const switchUser = useSwitchUser();
  useEffect(() => {
    if (!me) return;
    // Someone else has signed in since, which replaced that session.
    if (!isSignOutPending(me)) return forgetSignOut();
    endSessionOf(me.id)
      .then(() => switchUser(null))
      // If this fails, it's tried again with the server's next answer.
      .catch(() => {});
  }, [me, switchUser]);
}
