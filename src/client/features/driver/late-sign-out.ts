import { useEffect } from 'react';
import { toast } from '@/client/components/toast-store';
import { keep, readKept } from '@/client/lib/kept';
import { noteLateSignOut } from '@/client/lib/page-person';
import { type Me, useSwitchUser } from '@/client/lib/session';
import { api } from '@/client/lib/trpc';
import { sendOutbox } from './device-actions/send-outbox';

/** Set while this device is logged out and the server does not know yet. */
const KEY = 'dockside-logged-out';

/** Whether the session that the server still has was ended on this device. */
export function isSignOutPending(): boolean {
  return readKept(KEY) !== null;
}

/** Logs out without signal: at once on this device, and at the server once it answers. */
export function signOutLater(): void {
  // A browser that keeps nothing also keeps no session for the next start.
  keep(KEY, '1');
  noteLateSignOut();
  toast({
    title: 'Logged out on this device',
    description: 'There is no signal. Once there is, we’ll send what’s left and end the session.',
  });
}

/** A new sign-in takes the place of the session that was to end. */
export function forgetSignOut(): void {
  keep(KEY, null);
}

/**
 * Ends the session of a log-out without signal as soon as the server answers as whose it is. What that driver
 * did on this device is sent first: without the session it would wait until they sign in here again.
 */
export function useLateSignOut(me: Me | null | undefined): void {
  const switchUser = useSwitchUser();
  useEffect(() => {
    if (me === undefined || !isSignOutPending()) return;
    if (me === null) return;
    const end = async () => {
      await sendOutbox(me.id);
      // Someone has signed in meanwhile, whose session this is now.
      if (!isSignOutPending()) return;
      await api.auth.logout.mutate(undefined, { context: { actsFor: me.id } });
      forgetSignOut();
      switchUser(null);
    };
    // The next answer of the server tries again.
    void end().catch(() => {});
  }, [me, switchUser]);
}
