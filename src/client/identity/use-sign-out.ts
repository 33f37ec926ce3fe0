import { mayLose } from '@/client/components/dialog/unsaved-work';
import { toastError } from '@/client/components/feedback/toast-store';
import { noteOwnSession } from '@/client/lib/page-person';
import type { CallContext } from '@/client/lib/person-link';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { api, trpc } from '@/client/lib/trpc';
import { NOBODY } from '@/domain/account/page-person';

const LOSING = { title: 'Log out without saving?', confirmLabel: 'Logout' };

/**
 * Signs out and removes the user's data from this browser. Resolves in every case: with false
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
  const logout = trpc.auth.logout.useMutation();
  const switchUser = useSwitchUser();
  return async () => {
    if (!(await mayLose(LOSING))) return false;
    try {
      await logout.mutateAsync();
    } catch (error) {
      const { answered, reason, details } = problemOf(error);
      const isOver = reason === 'person_changed';
      // Someone else is signed in, whom this page signs out no more than it shows them.
      if (isOver && details?.sessionOf !== NOBODY) return false;
      if (!isOver && (!later || answered)) {
        toastError('Logout Error', 'Failed to logout. Please try again.');
        return false;
      }
      if (isOver) {
        // The server has no session to end. It still lets go of what guests left in this browser.
        noteOwnSession(NOBODY);
        await removeGuests().catch(() => {});
      } else later?.();
    }
    await leave?.();
    switchUser(null);
    return true;
  };
}

const removeGuests = () => {
  const context: CallContext = { actsFor: NOBODY };
  return api.booking.removeFromBrowser.mutate({}, { context });
};
