type Person = { role: string } | null;

/** Pages that everyone may open, each as their own. */
const OWN_PAGES = ['/', '/schedule', '/account'];

/**
 * Where a page goes on with another person: at the same screen where they may use it, else at their first
 * one. What the address says besides is of the person before.
 *
 * @param person null for no one
 */
export function nextAddress(pathname: string, person: Person): string {
  if (OWN_PAGES.includes(pathname)) return pathname;
  const isOfAdmins = /^\/(admin|admin-login|emergency-admin)(\/|$)/.test(pathname);
  if (person === null) {
    if (isOfAdmins) return '/admin-login';
    return pathname === '/driver' ? pathname : '/';
  }
  if (person.role === 'customer') return '/';
  if (person.role === 'admin' && pathname !== '/driver') return '/admin';
  return '/driver';
}
