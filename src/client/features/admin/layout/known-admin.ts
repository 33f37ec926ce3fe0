/** Set while the last answer of the server in this browser was that an admin is signed in. */
const KEY = 'dockside-admin-here';

export function isKnownAdmin(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Keeps what the server has answered; it opens nothing, and only decides how long a check may take. */
export function noteAdmin(isAdmin: boolean): void {
  try {
    if (isAdmin) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing waits as long as for a visitor.
  }
}
