import { useEffect, useState } from 'react';
import { type Me, useMe } from '@/client/lib/session';
import { clearPeople, readUser, writeUser } from './device-storage';
import { isSignOutPending, useLateSignOut } from './late-sign-out';

/**
 * The signed-in user. Until the server answers, it's the last user of this device, so the page
 * opens without signal.
 *
 * @returns null for a visitor, and undefined while it isn't known
 */
export function useKnownUser(): Me | null | undefined {
  const me = useMe();
  const [stored, setStored] = useState<Me | null>(null);
  useEffect(() => {
    let ended = false;
    if (me === undefined) {
      readUser()
        .then((found) => ended || setStored(found))
        .catch(() => {});
    } else if (me && me.role !== 'customer') {
      // Another driver may have had this device before.
      clearPeople(me.id)
        .then(() => writeUser(me))
        .catch(() => {});
    } else {
      setStored(null);
      clearPeople().catch(() => {});
    }
    return () => {
      ended = true;
    };
  }, [me]);
  useLateSignOut(me);
  if (isSignOutPending(me)) return null;
  return me === undefined ? (stored ?? undefined) : me;
}
