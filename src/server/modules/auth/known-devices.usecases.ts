import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { Role } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { deviceOf, deviceOfName, withUsers } from './known-devices';
import { findUserByName } from './users.repository';

/**
 * Returns the calling device if the account has signed in on it before. Strangers don't have the
 * device's cookie, so their guesses don't use up its attempts. If the cookie contains the typed
 * name, the user doesn't have to be read first. The caller then checks `isOf` after reading the
 * user, because someone else may have the name now.
 */
export async function knownDevice(
  { deps }: AnyCall,
  { cookie, named, userId, asksAgain }: About,
): Promise<KnownDevice> {
  if (!cookie) return { device: null, isOf: null };
  const byName = asksAgain && named ? deviceOfName(deps, cookie, named) : null;
  if (byName) {
    const isOf = (id: string | null) => id !== null && deviceOf(deps, cookie, id) === byName;
    return { device: byName, isOf };
  }
  const id = userId ?? (named && (await findUserByName(deps.db.orm, named))?.id);
  return { device: id ? deviceOf(deps, cookie, id) : null, isOf: null };
}

type About = {
  cookie: string | null;
  /** The username or email address as typed. `userId` takes precedence. */
  named: string | null;
  userId?: string;
  /** True if the caller checks `isOf` later. */
  asksAgain?: boolean;
};

/**
 * `device` is null if the device isn't known. `isOf` is for checking the user later, and is null if
 * that isn't necessary.
 */
type KnownDevice = { device: string | null; isOf: ((userId: string | null) => boolean) | null };

/** A user who has just proven their identity on a device. */
export type KnownPerson = { id: string; role: Role; username: string; email: string | null };

/**
 * Returns the device's cookie after a user has proven their identity. An admin's device is also
 * known for emergency access. So strangers who use up the limit for unknown devices don't lock it
 * out.
 */
export function knownTo(
  { deps }: AnyCall,
  cookie: string | null,
  { id, role, username, email }: KnownPerson,
): string {
  const user = { id, names: email === null ? [username] : [username, email] };
  const emergency = { id: EMERGENCY_USER, names: [] };
  return withUsers(deps, cookie, role === 'admin' ? [user, emergency] : [user]);
}
