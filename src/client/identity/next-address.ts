type Person = { role: string } | null;

/** Pages that everyone may open. */
const OWN_PAGES = ['/', '/schedule', '/account'];

/**
 * Returns the address where a page continues for another person: the same screen if they may use
 * it, or else their own first screen. Other parts of the old address belong to the previous person,
 * so they're dropped.
 */
export function nextAddress(pathname: string, person: Person): string {
  if (OWN_PAGES.includes(pathname)) return pathname;
  const isOfAdmins = /^\/(admin|admin-login|emergency-admin)(\/|$)/.test(pathname);
  if (person === null) {
    if (isOfAdmins) return '/admin-login';
    return pathname === '/driver' ? pathname : '/';
  }
  if (person.role === 'customer') return '/';
  return person.role === 'driver' || pathname === '/driver' ? '/driver' : '/admin';
}
