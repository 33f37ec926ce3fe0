import { useEffect, useState } from 'react';
import { type Me, useMe } from '@/client/lib/session';
import { clearPeople, readUser, writeUser } from './device-storage';
import { isSignOutPending, useLateSignOut } from './late-sign-out';

/**
 * The signed-in user. Without an answer of the server it is the user whom this device knew last, so
 * that the page opens without signal. Null for a visitor, undefined while it is not known.
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
