import { isUniqueViolation } from '@/db/engine/failures';
import { writeEntry } from '@/db/guarded-batch';
import { EMERGENCY_MESSAGES, EMERGENCY_USER } from '@/domain/account/emergency';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { adminMade } from './first-admin.usecases';
import { hashPassword } from './passwords';
import {
  type Device,
  type NewSession,
  openSession,
  type PiggybackWrites,
} from './sessions.usecases';
import { isSameSecret, newToken } from './tokens';
import { findUserById, insertUser, type UserRow } from './users.repository';

const VISITOR: Actor = { kind: 'visitor' };

/** Returns whether emergency access is on. The local demo also shows its password. */
export function readEmergencyAccess({ deps }: AnyCall): {
  enabled: boolean;
  shownPassword: string | null;
} {
  const { emergency } = deps.settings;
  return {
    enabled: emergency !== null,
    shownPassword: emergency?.isShown ? emergency.password : null,
  };
}

/**
 * Opens an admin session of 30 minutes for the emergency password. Success and failure both write
 * an audit entry.
 *
 * @throws `forbidden` if emergency access is off, `unauthenticated` for a wrong password
 */
export async function openEmergencyAccess(
  call: AnyCall & {
    request: Device;
    alongside?: PiggybackWrites | undefined;
  },
  input: { password: string },
): Promise<{ user: UserRow; session: NewSession }> {
  const { deps, request, alongside } = call;
  const { emergency } = deps.settings;
  if (!emergency) {
    throw new DomainError('forbidden', 'Emergency access isn’t enabled on this server.');
  }
  const isRight = isSameSecret(input.password, emergency.password);
  await writeEntry(
    deps.db,
    audit(
      { deps, actor: VISITOR },
      {
        action: isRight ? 'emergency.granted' : 'emergency.refused',
        after: { address: request.address, userAgent: request.userAgent },
      },
    ),
  );
  if (!isRight) throw new DomainError('unauthenticated', 'Invalid emergency password');
  const user = await emergencyUser(deps);
  const { userAgent, address, formerToken } = request;
  const session = await openSession(
    { deps },
    { userId: user.id, user, userAgent, address, formerToken, kind: 'emergency', alongside },
  );
  return { user, session };
}

/**
 * Refuses a call that emergency access isn't allowed to make, and records the attempt. Throws
 * `forbidden`.
 *
 * @param attempt.call the procedure or the REST call
 */
export async function refuseEmergency(
  call: Call,
  attempt: { call: string; address: string | null },
): Promise<never> {
  const entry = audit(call, { action: 'emergency.stopped', after: attempt });
  await writeEntry(call.deps.db, entry);
  throw new DomainError('forbidden', EMERGENCY_MESSAGES.notItsWork);
}

/**
 * Returns the emergency user, who is created on first use. Its password is random, so no one can
 * sign in with it.
 */
async function emergencyUser(deps: Deps): Promise<UserRow> {
  const now = deps.clock.now();
  const names = [EMERGENCY_USER, `${EMERGENCY_USER}-${newToken().slice(0, 8)}`];
  for (const username of names) {
    const known = await findUserById(deps.db.orm, EMERGENCY_USER);
    if (known) return known;
    try {
      const row = {
        id: EMERGENCY_USER,
        username,
        password: await hashPassword(newToken()),
        fullName: 'Emergency access',
        role: 'admin' as const,
        createdAt: now,
        updatedAt: now,
      };
      await insertUser(deps.db, row, adminMade({ deps }, row));
    } catch (error) {
      // Another call may have just created the user. If not, a customer took the username.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  const user = await findUserById(deps.db.orm, EMERGENCY_USER);
  if (!user) throw new Error("the emergency user wasn't created");
  return user;
}
