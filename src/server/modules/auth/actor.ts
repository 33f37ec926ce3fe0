import type { UserActor } from '@/domain/roles';
import type { UserRow } from './users.repository';

type Person = Pick<UserRow, 'id' | 'username' | 'fullName' | 'role' | 'driverId'>;

/** Returns a user as an actor, named by their full name if they have one. */
export function actorOfUser({ id, username, fullName, role, driverId }: Person): UserActor {
  return { kind: 'user', userId: id, role, name: fullName || username, driverId };
}
