import type { Query } from '@/db/engine/queries';
import { type Precondition, preconditionOf } from '@/db/request-db';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { needsFactor } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
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

const DAY_MS = 86_400_000;
/** A session in use lasts for another ten days … */
export const SLIDING_MS = 10 * DAY_MS;
/** … but ninety days in all. */
const ABSOLUTE_MS = 90 * DAY_MS;
/** Recording a use writes to the database, so it happens at most once an hour … */
const TOUCH_AFTER_MS = 3_600_000;
/** … or, where the address has changed, in this time. */
const TOUCH_MOVED_AFTER_MS = 5 * 60_000;

/**
 * The session with a token and its user; null for a token without one. Extends a session in use, and
 * ends an emergency session whose setting is gone or changed. A session from before the setting
 * that asks for a second factor does not count: its user signs in again, and enrols.
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
  const slid = Math.min(now + SLIDING_MS, session.createdAt + ABSOLUTE_MS);
  const expiresAt = session.kind === 'normal' ? slid : session.expiresAt;
  const seen = { lastSeenAt: now, expiresAt, address: address ?? session.address };
  await touchSession(deps.db, session.id, seen);
  const touched = { user, session: { ...session, ...seen } };
  rememberSession(deps.db, touched);
  return touched;
}

/** The actor of a call, and what it stands on; null where that can never end. */
export type Caller = { actor: Actor; standing: SessionCheck | null };

/** What a caller's identity stands on, such as a session. It may end or change at any moment. */
export type SessionCheck = {
  /** It stands as it was read; else the call throws StandingChanged. */
  precondition: Precondition;
  /** Read from the database for this request: its calls need not ask for it with their first trip. */
  wasRead: boolean;
  /** Asks the database who it is by now. */
  renew(): Promise<Caller>;
};

/** The session of the caller, say, changed after it was read: the caller makes the call again. */
export class SessionChanged extends DomainError {
  override readonly name = 'StandingChanged';

  constructor() {
    super('unavailable', 'Your sign-in changed at this moment. Please try again.');
  }
}

/**
 * The caller with a session token, without a trip where this process remembers the session. That it
 * stands is then required of the call before anything counts.
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

/** The precondition that a caller stands as they were read, by a statement that ends its batch otherwise. */
export const standingOf = ({ db }: Deps, statement: Query): Precondition =>
  preconditionOf(db, statement, () => new SessionChanged());

/** An emergency session whose setting is gone or changed. */
function isEndedEmergency(settings: Settings, { session, user }: FoundSession, token: string) {
  const isOfEmergency = session.kind === 'emergency' || user.id === EMERGENCY_USER;
  return isOfEmergency && !isEmergencyToken(settings, token);
}

/** A session from before the setting that asks for a second factor. */
function lacksFactor({ secondFactorFor }: Settings, { session, user }: FoundSession) {
  const { kind, secondFactorAt } = session;
  return kind === 'normal' && secondFactorAt === null && needsFactor(secondFactorFor, user.role);
}

function isToTouch(session: SessionRow, now: number, address: string | null): boolean {
  const hasMoved = address !== null && address !== session.address;
  return now - session.lastSeenAt > (hasMoved ? TOUCH_MOVED_AFTER_MS : TOUCH_AFTER_MS);
}
