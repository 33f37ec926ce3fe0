import type { Query } from '@/db/engine/queries';
import { entryOf, tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { EMERGENCY_SESSION_MS, SESSION_IDLE_MS } from '@/domain/policy';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { actorOfUser } from './actor';
import { newEmergencyToken } from './emergency-token';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  handingOver,
  insertSession,
  type SessionRow,
  sessionsOf,
} from './sessions.repository';
import { hashToken, newToken } from './tokens';
import { findUserById, type UserRow } from './users.repository';

export type NewSession = { token: string; expiresAt: number; userId: string };

/** The browser or program of a call and its network address, or null if unknown. */
export type Device = {
  userAgent: string | null;
  address: string | null;
  /** The session that this browser had before, which the new one replaces. */
  formerToken?: string | null;
};

/**
 * Statements to run in the same write as a session, and a function that's called after the write.
 */
export type PiggybackWrites = { statements: readonly Query[]; written(): void };

/** Opens a session and returns its token. We store only the token's hash. */
export async function openSession(
  { deps }: AnyCall,
  input: {
    userId: string;
    kind?: SessionRow['kind'];
    /** The session's user, if already read. */
    user?: UserRow;
    /** The time at which two-step verification was completed. */
    secondFactorAt?: number;
    /** Statements that must come first in the same write, such as the one for a new user. */
    ahead?: readonly Query[];
    alongside?: PiggybackWrites;
  } & Partial<Device>,
): Promise<NewSession> {
  const now = deps.clock.now();
  const kind = input.kind ?? 'normal';
  const token = kind === 'emergency' ? newEmergencyToken(deps.settings) : newToken();
  const expiresAt = now + (kind === 'emergency' ? EMERGENCY_SESSION_MS : SESSION_IDLE_MS);
  const userAgent = input.userAgent ?? null;
  const row = {
    id: deps.ids.next(),
    tokenHash: hashToken(token),
    userId: input.userId,
    kind,
    userAgent,
    address: input.address ?? null,
    secondFactorAt: input.secondFactorAt ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  };
  const user = input.user ?? (await findUserById(deps.db.orm, input.userId));
  // Emergency access writes its own audit entry for its sessions.
  const isTold = user !== null && user.role !== 'customer' && kind === 'normal';
  const entry = isTold
    ? audit(
        { deps, actor: actorOfUser(user) },
        { action: 'sign_in.staff', userId: user.id, after: { from: input.address, userAgent } },
      )
    : null;
  const { ahead = [], alongside, formerToken = null } = input;
  const handedOver =
    formerToken === null ? [] : handingOver(deps.db.orm, hashToken(formerToken), row);
  await insertSession(deps.db, row, entry, {
    ahead,
    alongside: [...handedOver, ...(alongside?.statements ?? [])],
  });
  alongside?.written();
  return { token, expiresAt, userId: input.userId };
}

/** Ends a session. Ending it twice is harmless. */
export async function closeSession({ deps }: AnyCall, token: string): Promise<void> {
  await deleteSession(deps.db, hashToken(token));
}

/** A call by a signed-in user, with its session's token. */
export type SessionCall = UserCall & { token: string | null };

export type SessionView = Pick<
  SessionRow,
  'id' | 'kind' | 'userAgent' | 'address' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
> & { isCurrent: boolean };

/** Lists the caller's sessions, most recently used first. */
export async function listSessions({ deps, actor, token }: SessionCall): Promise<SessionView[]> {
  const currentHash = token && hashToken(token);
  const rows = await sessionsOf(deps.db.orm, actor.userId, deps.clock.now());
  return rows.map(({ tokenHash, userId, secondFactorAt, confirmedAt, ...session }) => ({
    ...session,
    isCurrent: tokenHash === currentHash,
  }));
}

/** Ends one of the caller's sessions. Returns true if it's the session of this call. */
export async function endSession(
  { deps, actor, token }: SessionCall,
  input: { id: string },
): Promise<boolean> {
  const { changed: ended } =
    (await tryWriteGuarded(deps.db, {
      guard: deleteSessionOf(deps.db.orm, actor.userId, input.id),
      audit: sessionsEnded({ deps, actor }),
    })) ?? {};
  if (!ended) throw new DomainError('not_found', 'We couldn’t find that session.');
  return token !== null && ended.tokenHash === hashToken(token);
}

/** Ends all of the caller's sessions except this call's. Returns their number. */
export async function endOtherSessions({ deps, actor, token }: SessionCall): Promise<number> {
  const keptTokenHash = token && hashToken(token);
  const [ended] = await deps.db.batch((orm) => [
    deleteSessionsOf(orm, actor.userId, { keptTokenHash }),
    ...entryOf(orm, sessionsEnded({ deps, actor }), WROTE_BEFORE),
  ]);
  return ended.length;
}

const sessionsEnded = (call: UserCall) =>
  audit(call, { action: 'account.sessions_ended', userId: call.actor.userId });
