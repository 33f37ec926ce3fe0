import { getItem, setItem } from '@/client/lib/browser-storage';

/** Set while the last answer of the server in this browser was that an admin is signed in. */
const KEY = 'dockside-admin-here';

/** Whether an admin has signed in with this browser before. */
export function isKnownAdmin(): boolean {
  return getItem(KEY) !== null;
}

/**
 * Keeps what the server has answered; it opens nothing, and only decides how long a check may take. A
 * browser that keeps nothing waits as long as for a visitor.
 */
export function noteAdmin(isAdmin: boolean): void {
  setItem(KEY, isAdmin ? '1' : null);
}
