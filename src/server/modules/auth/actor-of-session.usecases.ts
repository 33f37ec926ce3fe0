import type { Query } from '@/db/engine/queries';
import { type Precondition, preconditionOf } from '@/db/request-db';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { needsFactor } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@/domain/policy';
import type { Actor } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import type { Deps, Settings } from '@/server/config/deps';
import { actorOfUser } from './actor';
import { isEmergencyToken } from './emergency-token';
import { forgetSession, rememberedSession, rememberSession } from './remembered-sessions';
import {
  deleteSession,
  type FoundSession,
  findSession,
  type SessionRow,
  sessionStands,
  touchSession,
} from './sessions.repository';
import { hashToken } from './tokens';

/** Recording a use is a write to the database, so it happens at most once an hour. */
const TOUCH_AFTER_MS = 3_600_000;
/** A new network address is recorded sooner. */
const TOUCH_MOVED_AFTER_MS = 5 * 60_000;

/**
 * Returns the session of a token with its user, or null. It extends a session in use, and ends an
 * emergency session whose setting was removed or changed. A session without two-step verification
 * doesn't count once the setting requires it, so its user signs in again and sets it up.
 */
async function readSession(
  { deps }: AnyCall,
  token: string,
  address: string | null,
): Promise<FoundSession | null> {
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  const found = await findSession(deps.db.orm, tokenHash, now);
  forgetSession(deps.db, tokenHash);
  if (!found) return null;
  const { session, user } = found;
  if (isEndedEmergency(deps.settings, found, token)) {
    await deleteSession(deps.db, tokenHash);
    return null;
  }
  if (lacksFactor(deps.settings, found)) return null;
  if (!isToTouch(session, now, address)) {
    rememberSession(deps.db, found);
    return found;
  }
  const slid = Math.min(now + SESSION_IDLE_MS, session.createdAt + SESSION_MAX_MS);
  const expiresAt = session.kind === 'normal' ? slid : session.expiresAt;
  const seen = { lastSeenAt: now, expiresAt, address: address ?? session.address };
  await touchSession(deps.db, session.id, seen);
  const touched = { user, session: { ...session, ...seen } };
  rememberSession(deps.db, touched);
  return touched;
}

/**
 * The actor of a call, and the check that their identity is still valid. The check is null if the
 * identity can't end.
 */
export type Caller = { actor: Actor; standing: SessionCheck | null };

/** Checks that a caller's session or key hasn't ended or changed since it was read. */
export type SessionCheck = {
  /** If this fails, the call throws `SessionChanged`. */
  precondition: Precondition;
  /**
   * True if the session was just read from the database for this request, so its calls don't need
   * to check it.
   */
  wasRead: boolean;
  /** Reads the caller from the database again. */
  renew(): Promise<Caller>;
};

/**
 * Thrown if the caller's session or key changed after it was read. The call is then repeated once
 * with the current caller.
 */
export class SessionChanged extends DomainError {
  override readonly name = 'SessionChanged';

  constructor() {
    super('unavailable', 'Your sign-in just changed. Try again.');
  }
}

/**
 * Returns the caller of a session token. If this process remembers the session, it's read without a
 * round trip, and the call's first statements then check that it's still valid.
 */
export async function callerOfSession(
  { deps }: AnyCall,
  token: string,
  address: string | null,
): Promise<Caller> {
  const now = deps.clock.now();
  const known = rememberedSession(deps.db, hashToken(token));
  const countsStill =
    known !== undefined &&
    known.session.expiresAt > now &&
    !isEndedEmergency(deps.settings, known, token) &&
    !lacksFactor(deps.settings, known) &&
    !isToTouch(known.session, now, address);
  const renew = async (): Promise<Caller> => {
    const found = await readSession({ deps }, token, address);
    if (!found) return { actor: { kind: 'visitor' }, standing: null };
    return callerIn(deps, found, { wasRead: true, renew });
  };
  return countsStill ? callerIn(deps, known, { wasRead: false, renew }) : renew();
}

function callerIn(
  deps: Deps,
  found: FoundSession,
  how: Pick<SessionCheck, 'wasRead' | 'renew'>,
): Caller {
  const precondition = standingOf(deps, sessionStands(found, deps.clock.now()));
  const user = actorOfUser(found.user);
  const { kind, retiredAt } = found.session;
  const isRetired = kind === 'hand_over';
  const actor: Actor = isRetired ? { kind: 'visitor', retired: { ...user, retiredAt } } : user;
  return { actor, standing: { precondition, ...how } };
}

/** Makes a precondition from a statement that aborts its batch if the caller has changed. */
export const standingOf = ({ db }: Deps, statement: Query): Precondition =>
  preconditionOf(db, statement, () => new SessionChanged());

/** True for an emergency session whose setting was removed or changed. */
function isEndedEmergency(settings: Settings, { session, user }: FoundSession, token: string) {
  const isOfEmergency = session.kind === 'emergency' || user.id === EMERGENCY_USER;
  return isOfEmergency && !isEmergencyToken(settings, token);
}

/** True for a session without two-step verification if the setting now requires it. */
function lacksFactor({ secondFactorFor }: Settings, { session, user }: FoundSession) {
  const { kind, secondFactorAt } = session;
  return kind === 'normal' && secondFactorAt === null && needsFactor(secondFactorFor, user.role);
}

function isToTouch(session: SessionRow, now: number, address: string | null): boolean {
  const hasMoved = address !== null && address !== session.address;
  return now - session.lastSeenAt > (hasMoved ? TOUCH_MOVED_AFTER_MS : TOUCH_AFTER_MS);
}
