import { isUniqueViolation } from '@/db/engine/failures';
import { refuseUsername } from '@/domain/account/username';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { hashPassword } from './passwords';
import { findUserByUsername, insertUser } from './users.repository';

/**
 * Creates an owner unless the username exists. An existing user keeps its password. Several
 * processes can try at the same time.
 *
 * @throws UsernameRefused if the new username isn't allowed
 * @returns true in the process that created it
 */
export async function ensureAdmin(
  { deps }: { deps: Pick<Deps, 'db' | 'clock' | 'ids'> },
  input: { username: string; password: string; fullName?: string },
): Promise<boolean> {
  if (await findUserByUsername(deps.db.orm, input.username)) return false;
  refuseUsername(input.username);
  const now = deps.clock.now();
  try {
    const id = deps.ids.next();
    const row = {
      id,
      username: input.username,
      password: await hashPassword(input.password),
      fullName: input.fullName ?? null,
      role: 'admin' as const,
      createdAt: now,
      updatedAt: now,
    };
    await insertUser(deps.db, row, adminMade({ deps }, row));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** The operator is anyone who controls the environment or can run programs on the server. */
const OPERATOR: Actor = { kind: 'system', name: 'Operator' };

/** Returns the audit entry of a new owner that no other owner created. */
export function adminMade(
  { deps }: { deps: Pick<Deps, 'clock' | 'ids'> },
  { id, username }: { id: string; username: string },
) {
  const after = { userId: id, signIn: username };
  return audit({ deps, actor: OPERATOR }, { action: 'account.admin_made', after });
}
