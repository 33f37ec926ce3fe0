import { EMERGENCY_USER } from '@/domain/account/emergency';
import type { Role } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { deviceOf, withUsers } from './known-devices';
import { findUserByName } from './users.repository';

/**
 * The id of the calling device, where the account has signed in on it before; null for any other
 * device. Strangers have no such cookie, so that no guess of theirs uses up what this id may try.
 *
 * @param about.named the username or e-mail address as typed; about.userId goes before it
 */
export async function knownDevice(
  { deps }: AnyCall,
  about: { cookie: string | null; named: string | null; userId: string | null },
): Promise<string | null> {
  if (!about.cookie) return null;
  const userId =
    about.userId ?? (about.named && (await findUserByName(deps.db.orm, about.named))?.id);
  return userId ? deviceOf(deps, about.cookie, userId) : null;
}

/**
 * The cookie of a device on which a user has just proven who they are. An admin's device is known for
 * emergency access too: its limit on all callers together would otherwise let strangers close it.
 */
export function knownTo(
  { deps }: AnyCall,
  cookie: string | null,
  { id, role }: { id: string; role: Role },
): string {
  return withUsers(deps, cookie, role === 'admin' ? [id, EMERGENCY_USER] : [id]);
}
