import { DomainError } from '@/domain/errors';
import type { Actor, UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import {
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  findSession,
  insertSession,
  type SessionRow,
  sessionsOf,
  touchSession,
} from './sessions.repository';
import { hashToken, newToken } from './tokens';

const DAY = 86_400_000;
/** A session slides ten days at a time … */
const SLIDING_MS = 10 * DAY;
/** … and ends after ninety, whatever happens. */
const ABSOLUTE_MS = 90 * DAY;
/** An emergency session is short and does not slide (D47). */
const EMERGENCY_MS = 30 * 60_000;
/** Sliding writes to the database, so it happens at most once an hour. */
const TOUCH_AFTER_MS = 3_600_000;

export type NewSession = { token: string; expiresAt: number };

/** Opens a session and returns its token, which is stored nowhere but in the browser. */
export async function openSession(
  { deps }: { deps: Deps },
  input: { userId: string; userAgent?: string | null; kind?: SessionRow['kind'] },
): Promise<NewSession> {
  const now = deps.clock.now();
  const token = newToken();
  const kind = input.kind ?? 'normal';
  const expiresAt = now + (kind === 'emergency' ? EMERGENCY_MS : SLIDING_MS);
  await insertSession(deps.db, {
    id: deps.ids.next(),
    tokenHash: hashToken(token),
    userId: input.userId,
    kind,
    userAgent: input.userAgent?.slice(0, 200) ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** Who holds this token; a visitor when nobody does. Slides a session that is in use. */
export async function actorOfSession({ deps }: { deps: Deps }, token: string): Promise<Actor> {
  const now = deps.clock.now();
  const found = await findSession(deps.db.orm, hashToken(token), now);
  if (!found) return { kind: 'visitor' };
  const { session, user } = found;
  if (session.kind === 'normal' && now - session.lastSeenAt > TOUCH_AFTER_MS) {
    const expiresAt = Math.min(now + SLIDING_MS, session.createdAt + ABSOLUTE_MS);
    await touchSession(deps.db, session.id, now, expiresAt);
  }
  return {
    kind: 'user',
    userId: user.id,
    role: user.role,
    name: user.fullName || user.username,
    driverId: user.driverId,
  };
}

/** Ends a session. Ending one that is gone is harmless. */
export async function closeSession({ deps }: { deps: Deps }, token: string): Promise<void> {
  await deleteSession(deps.db, hashToken(token));
}

/** A call of a signed-in user, with the token it came with. */
export type SessionCall = { deps: Deps; actor: UserActor; token: string | null };

export type SessionView = Pick<
  SessionRow,
  'id' | 'kind' | 'userAgent' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
> & { isCurrent: boolean };

/** Where the caller is signed in, the last used first. */
export async function listSessions({ deps, actor, token }: SessionCall): Promise<SessionView[]> {
  const currentHash = token && hashToken(token);
  const rows = await sessionsOf(deps.db.orm, actor.userId, deps.clock.now());
  return rows.map(({ tokenHash, userId, ...session }) => ({
    ...session,
    isCurrent: tokenHash === currentHash,
  }));
}

/** Ends one of the caller's sessions; true when it was the one they are using. */
export async function endSession(
  { deps, actor, token }: SessionCall,
  input: { id: string },
): Promise<boolean> {
  const gone = await deleteSessionOf(deps.db, actor.userId, input.id);
  if (!gone) throw new DomainError('not_found', 'We could not find that session.');
  return token !== null && gone.tokenHash === hashToken(token);
}

/** Ends every session of the caller but the one they are using; returns how many. */
export async function endOtherSessions({ deps, actor, token }: SessionCall): Promise<number> {
  const kept = token && hashToken(token);
  return deps.db.write((orm) => deleteSessionsOf(orm, actor.userId, kept));
}
