import { isUniqueViolation } from '@/db/engine/failures';
import type { Deps } from '@/server/config/deps';
import { hashPassword } from './passwords';
import { findUserByUsername, insertUser } from './users.repository';

/**
 * Makes an administrator unless the username exists (D56); an existing user keeps its password.
 * Several processes may try at once.
 *
 * @returns true for the process that made it
 */
export async function ensureAdmin(
  { deps }: { deps: Pick<Deps, 'db' | 'clock' | 'ids'> },
  input: { username: string; password: string; fullName?: string },
): Promise<boolean> {
  if (await findUserByUsername(deps.db.orm, input.username)) return false;
  const now = deps.clock.now();
  try {
    await insertUser(deps.db, {
      id: deps.ids.next(),
      username: input.username,
      password: await hashPassword(input.password),
      fullName: input.fullName ?? null,
      role: 'admin',
      createdAt: now,
      updatedAt: now,
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
