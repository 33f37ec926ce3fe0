import { isUniqueViolation } from '@/db/engine/failures';
import { refuseUsername } from '@/domain/account/username';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { hashPassword } from './passwords';
import { findUserByUsername, insertUser } from './users.repository';

/**
 * Makes an administrator unless the username exists; an existing user keeps its password.
 * Several processes may try at once.
 *
 * @throws UsernameRefused for a new username that can't be chosen
 * @returns true for the process that made it
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

/** Who may set the environment, or run a program beside the server. */
const OPERATOR: Actor = { kind: 'system', name: 'Operator' };

/** The audit entry of a new administrator whom no administrator made. */
export function adminMade(
  { deps }: { deps: Pick<Deps, 'clock' | 'ids'> },
  { id, username }: { id: string; username: string },
) {
  const after = { userId: id, signIn: username };
  return audit({ deps, actor: OPERATOR }, { action: 'account.admin_made', after });
}
