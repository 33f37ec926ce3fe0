import { isUniqueViolation } from '@/db/failures';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { hashPassword } from './passwords';
import { type NewSession, openSession } from './sessions.usecases';
import { isSameSecret, newToken } from './tokens';
import { findUserById, insertUser, type UserRow } from './users.repository';

/** The user that emergency access acts as, so that the audit trail never names somebody else. */
export const EMERGENCY_USER = 'emergency-admin';
const VISITOR: Actor = { kind: 'visitor' };

/** Whether there is emergency access; its password only where the local demo shows it (D47). */
export function readEmergencyAccess({ deps }: { deps: Deps }): {
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
 * Opens an admin session of 30 minutes for whoever knows the emergency password. Both outcomes are
 * audited. Throws `forbidden` where it is turned off, `unauthenticated` for a wrong password.
 */
export async function openEmergencyAccess(
  call: { deps: Deps; request: { userAgent: string | null; address: string | null } },
  input: { password: string },
): Promise<{ user: UserRow; session: NewSession }> {
  const { deps, request } = call;
  const { emergency } = deps.settings;
  if (!emergency) {
    throw new DomainError('forbidden', 'Emergency access is not enabled on this server.');
  }
  const right = isSameSecret(input.password, emergency.password);
  await deps.db.write((orm) =>
    insertAudit(orm, {
      id: deps.ids.next(),
      appointmentId: null,
      actor: VISITOR,
      action: right ? 'emergency.granted' : 'emergency.refused',
      after: { address: request.address, userAgent: request.userAgent?.slice(0, 200) ?? null },
      at: deps.clock.now(),
    }),
  );
  if (!right) throw new DomainError('unauthenticated', 'Invalid emergency password');
  const user = await emergencyUser(deps);
  const { userAgent } = request;
  const session = await openSession({ deps }, { userId: user.id, userAgent, kind: 'emergency' });
  return { user, session };
}

/** The emergency user, made when it is first needed. Nobody can sign in as it: no one knows its password. */
async function emergencyUser(deps: Deps): Promise<UserRow> {
  const now = deps.clock.now();
  const names = [EMERGENCY_USER, `${EMERGENCY_USER}-${newToken().slice(0, 8)}`];
  for (const username of names) {
    const known = await findUserById(deps.db.orm, EMERGENCY_USER);
    if (known) return known;
    try {
      await insertUser(deps.db, {
        id: EMERGENCY_USER,
        username,
        password: await hashPassword(newToken()),
        fullName: 'Emergency access',
        role: 'admin',
        createdAt: now,
        updatedAt: now,
      });
    } catch (error) {
      // Another call made it just now, or a customer has taken the name.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  const made = await findUserById(deps.db.orm, EMERGENCY_USER);
  if (!made) throw new Error('the emergency user was not made');
  return made;
}
