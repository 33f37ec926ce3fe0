import type { UserActor } from '@/domain/roles';
import type { UserRow } from './users.repository';

type Person = Pick<UserRow, 'id' | 'username' | 'fullName' | 'role' | 'driverId'>;

/** The actor of a user, under their full name where they gave one. */
export function actorOfUser({ id, username, fullName, role, driverId }: Person): UserActor {
  return { kind: 'user', userId: id, role, name: fullName || username, driverId };
}
