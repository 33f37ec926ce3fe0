import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { Role } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { deviceOf, deviceOfName, withUsers } from './known-devices';
import { findUserByName } from './users.repository';

/**
 * The calling device, where the account has signed in on it before. Strangers have no such cookie, so
 * that no guess of theirs uses up what its id may try. A name that the cookie knows spares the look for
 * its user, where the caller asks `isOf` once they are read: another user may have it by now.
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
  /** The username or email address as typed; `userId` goes before it. */
  named: string | null;
  userId?: string;
  /** The caller asks `isOf`. */
  asksAgain?: boolean;
};

/** Its id, null for one that is not known; and whether it is known to a user, where that is open. */
type KnownDevice = { device: string | null; isOf: ((userId: string | null) => boolean) | null };

/** Who has proven who they are on a device. */
export type KnownPerson = { id: string; role: Role; username: string; email: string | null };

/**
 * The cookie of a device on which a user has just proven who they are. An admin's device is known for
 * emergency access too: its limit on all callers together would otherwise let strangers close it.
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
