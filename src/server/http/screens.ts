/**
 * The paths of the client's screens, as in src/client/routes. A test compares the two. A part that
 * starts with `$` matches any text.
 */
export const SCREENS = [
  '/',
  '/account',
  '/admin',
  '/admin-login',
  '/admin/activity',
  '/admin/closing',
  '/admin/evidence/$id',
  '/admin/months',
  '/admin/reports',
  '/admin/review',
  '/admin/settings',
  '/admin/spill/$id',
  '/admin/team',
  '/confirm-email',
  '/d/$token',
  '/driver',
  '/emergency-admin',
  '/privacy',
  '/reset-password',
  '/schedule',
  '/terms',
  '/w/$token',
] as const;

const patterns = SCREENS.map((screen) => new RegExp(`^${screen.replace(/\$\w+/g, '[^/]+')}/?$`));

/** Whether the client has a screen at this path. */
export function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}
