import { entryOf, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { needsFactor } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { actorOfUser } from './actor';
import { isEmergencyToken, newEmergencyToken } from './emergency-token';
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
import { findUserById } from './users.repository';

const DAY_MS = 86_400_000;
/** A session in use lasts for another ten days … */
const SLIDING_MS = 10 * DAY_MS;
/** … but ninety days in all. */
const ABSOLUTE_MS = 90 * DAY_MS;
/** An emergency session is short and is not extended (D47). */
const EMERGENCY_MS = 30 * 60_000;
/** Recording a use writes to the database, so it happens at most once an hour … */
const TOUCH_AFTER_MS = 3_600_000;
/** … or, where the address has changed, in this time. */
const TOUCH_MOVED_AFTER_MS = 5 * 60_000;

export type NewSession = { token: string; expiresAt: number };

/** The browser or program of a call, and its network address; null where they are not known. */
export type Device = { userAgent: string | null; address: string | null };

/** Opens a session and gives its token; only the browser stores the token itself. */
export async function openSession(
  { deps }: AnyCall,
  input: {
    userId: string;
    kind?: SessionRow['kind'];
    /** When a second factor was proven for it. */
    secondFactorAt?: number;
  } & Partial<Device>,
): Promise<NewSession> {
  const now = deps.clock.now();
  const kind = input.kind ?? 'normal';
  const token = kind === 'emergency' ? newEmergencyToken(deps.settings) : newToken();
  const expiresAt = now + (kind === 'emergency' ? EMERGENCY_MS : SLIDING_MS);
  const userAgent = input.userAgent?.slice(0, 200) ?? null;
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
  const user = await findUserById(deps.db.orm, input.userId);
  // The entry of emergency access tells of its own session.
  const isTold = user !== null && user.role !== 'customer' && kind === 'normal';
  const entry = isTold
    ? audit(
        { deps, actor: actorOfUser(user) },
        { action: 'sign_in.staff', userId: user.id, after: { from: input.address, userAgent } },
      )
    : null;
  await insertSession(deps.db, row, entry);
  return { token, expiresAt };
}

/**
 * The user of a session token, or a visitor. Extends a session in use, and ends an emergency session
 * whose setting is gone or changed (D67). A session from before the setting that asks for a second
 * factor does not count: its user signs in again, and enrols.
 */
export async function actorOfSession(
  { deps }: AnyCall,
  token: string,
  address: string | null,
): Promise<Actor> {
  const now = deps.clock.now();
  const found = await findSession(deps.db.orm, hashToken(token), now);
  if (!found) return { kind: 'visitor' };
  const { session, user } = found;
  const isOfEmergency = session.kind === 'emergency' || user.id === EMERGENCY_USER;
  if (isOfEmergency && !isEmergencyToken(deps.settings, token)) {
    await deleteSession(deps.db, session.tokenHash);
    return { kind: 'visitor' };
  }
  const needsMore =
    session.kind === 'normal' &&
    session.secondFactorAt === null &&
    needsFactor(deps.settings.secondFactorFor, user.role);
  if (needsMore) return { kind: 'visitor' };
  const hasMoved = address !== null && address !== session.address;
  if (now - session.lastSeenAt > (hasMoved ? TOUCH_MOVED_AFTER_MS : TOUCH_AFTER_MS)) {
    const slid = Math.min(now + SLIDING_MS, session.createdAt + ABSOLUTE_MS);
    const expiresAt = session.kind === 'normal' ? slid : session.expiresAt;
    await touchSession(deps.db, session.id, {
      lastSeenAt: now,
      expiresAt,
      address: address ?? session.address,
    });
  }
  return actorOfUser(user);
}

/** Ends a session. Ending it twice is harmless. */
export async function closeSession({ deps }: AnyCall, token: string): Promise<void> {
  await deleteSession(deps.db, hashToken(token));
}

/** A call by a signed-in user, with the token of its session. */
export type SessionCall = UserCall & { token: string | null };

export type SessionView = Pick<
  SessionRow,
  'id' | 'kind' | 'userAgent' | 'address' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
> & { isCurrent: boolean };

/** The caller's sessions, the last used first. */
export async function listSessions({ deps, actor, token }: SessionCall): Promise<SessionView[]> {
  const currentHash = token && hashToken(token);
  const rows = await sessionsOf(deps.db.orm, actor.userId, deps.clock.now());
  return rows.map(({ tokenHash, userId, secondFactorAt, confirmedAt, ...session }) => ({
    ...session,
    isCurrent: tokenHash === currentHash,
  }));
}

/** Ends one of the caller's sessions; true when it is the session of this call. */
export async function endSession(
  { deps, actor, token }: SessionCall,
  input: { id: string },
): Promise<boolean> {
  const { changed: ended } =
    (await writeGuarded(deps.db, {
      guard: deleteSessionOf(deps.db.orm, actor.userId, input.id),
      audit: sessionsEnded({ deps, actor }),
    })) ?? {};
  if (!ended) throw new DomainError('not_found', 'We could not find that session.');
  return token !== null && ended.tokenHash === hashToken(token);
}

/** Ends every session of the caller but that of this call; gives their number. */
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
