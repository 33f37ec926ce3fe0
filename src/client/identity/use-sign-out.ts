import { mayLose } from '@/client/components/dialog/unsaved-work';
import { toastError } from '@/client/components/feedback/toast-store';
import { noteOwnSession } from '@/client/lib/page-person';
import type { CallContext } from '@/client/lib/person-link';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { api, trpc } from '@/client/lib/trpc';
import { NOBODY } from '@/domain/account/page-person';

const LOSING = { title: 'Sign out without saving?', confirmLabel: 'Logout' };

/**
 * Signs out and removes the user's data from this browser. The returned function never rejects. It
 * resolves to false if the person decided to stay and save, or, after a toast, if the server didn't
 * end the session.
 *
 * @param leave navigates away from a screen whose queries would fail after the sign-out
 * @param later called if the server doesn't answer, for a device that ends the session later
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
      // Someone else is signed in, and this page must not sign them out.
      if (isOver && details?.sessionOf !== NOBODY) return false;
      if (!isOver && (!later || answered)) {
        toastError('Logout Error', 'Failed to logout. Please try again.');
        return false;
      }
      if (isOver) {
        // There's no session to end, but the server can still remove guests' deliveries from this
        // browser.
        noteOwnSession(NOBODY);
        await removeGuests().catch(() => {});
      } else later?.();
    }
    void closeNotifications();
    await leave?.();
    switchUser(null);
    return true;
  };
}

/**
 * Closes the notifications that this browser still shows. The session's end has already stopped new
 * ones.
 */
const closeNotifications = () =>
  navigator.serviceWorker
    ?.getRegistrations()
    .then((all) =>
      all.map((one) => one.getNotifications().then((shown) => shown.map((it) => it.close()))),
    );

const removeGuests = () => {
  const context: CallContext = { actsFor: NOBODY };
  return api.booking.removeFromBrowser.mutate({}, { context });
};
