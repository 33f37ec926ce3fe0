import { toastError } from '@/client/components/toast-store';
import { mayLose } from '@/client/components/unsaved-work';
import { forgetContact } from '@/client/lib/contact-store';
import { noteBooked } from '@/client/lib/just-booked';
import { forgetDraft } from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import { useMe, useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';

const LOSING = { title: 'Log out without saving?', confirmLabel: 'Logout' };

/**
 * Signs out and removes the user's data from this browser (D54). Resolves in every case: with false
 * where the person keeps what they typed on the page, and, with a message, where the server did not end
 * the session.
 *
 * @param leave goes away first from a screen whose queries would be refused afterwards
 * @param later called without an answer of the server, for a device that ends the session later
 */
export function useSignOut(
  leave?: () => Promise<unknown>,
  later?: () => void,
): () => Promise<boolean> {
  const me = useMe();
  const logout = trpc.auth.logout.useMutation();
  const switchUser = useSwitchUser();
  return async () => {
    if (!(await mayLose(LOSING))) return false;
    try {
      await logout.mutateAsync();
    } catch (error) {
      if (!later || problemOf(error).answered) {
        toastError('Logout Error', 'Failed to logout. Please try again.');
        return false;
      }
      later();
    }
    await leave?.();
    if (me) forgetContact(me.id);
    // The server lets go of what this browser holds of guests, so the page forgets them too.
    forgetContact(null);
    forgetDraft();
    noteBooked(null);
    switchUser(null);
    return true;
  };
}
