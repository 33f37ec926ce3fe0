import { getItem, setItem } from '@/client/lib/browser-storage';

/** Set if the server's last response in this browser was that an admin is signed in. */
const KEY = 'dockside-admin-here';

/** True if an admin was signed in with this browser. */
export function isKnownAdmin(): boolean {
  return getItem(KEY) !== null;
}

/**
 * Saves the result of the admin check. It grants no access. It only decides how long the next check
 * may take. Without storage, that's as long as for a visitor.
 */
export function noteAdmin(isAdmin: boolean): void {
  setItem(KEY, isAdmin ? '1' : null);
}
