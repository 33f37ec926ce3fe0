import { isEndedByCondition, type Precondition } from '@/db/first-trip';
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
 * The user of a session token, or a visitor. Extends a session in use, and ends an emergency session
 * whose setting is gone or changed (D67). A session from before the setting that asks for a second
 * factor does not count: its user signs in again, and enrols.
 */
async function actorOfSession(
  { deps }: AnyCall,
  token: string,
  address: string | null,
): Promise<Actor> {
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  const found = await findSession(deps.db.orm, tokenHash, now);
  forgetSession(deps.db, tokenHash);
  if (!found) return { kind: 'visitor' };
  const { session, user } = found;
  if (isEndedEmergency(deps.settings, found, token)) {
    await deleteSession(deps.db, tokenHash);
    return { kind: 'visitor' };
  }
  if (lacksFactor(deps.settings, found)) return { kind: 'visitor' };
  if (!isToTouch(session, now, address)) rememberSession(deps.db, found);
  else {
    const slid = Math.min(now + SLIDING_MS, session.createdAt + ABSOLUTE_MS);
    const expiresAt = session.kind === 'normal' ? slid : session.expiresAt;
    const seen = { lastSeenAt: now, expiresAt, address: address ?? session.address };
    await touchSession(deps.db, session.id, seen);
    rememberSession(deps.db, { user, session: { ...session, ...seen } });
  }
  return actorOfUser(user);
}

/** Of an actor who is known from memory: what the database is still to say. */
export type RememberedActor = {
  /** Refused with SessionChanged. */
  precondition: Precondition;
  /** Set once it held: the other calls of one request need not ask again. */
  stood: boolean;
  /** Asks the database who it is. */
  renew(): Promise<Actor>;
};

/** The session is not as this process remembered it: the call is to be made again. */
export class SessionChanged extends DomainError {
  override readonly name = 'SessionChanged';

  constructor() {
    super('unavailable', 'Your sign-in changed at this moment. Please try again.');
  }
}

/**
 * The actor of a session token, without a trip where this process remembers the session. That it stands is then required
 * of the call before anything counts.
 */
export async function callerOfSession(
  { deps }: AnyCall,
  token: string,
  address: string | null,
): Promise<{ actor: Actor; remembered: RememberedActor | null }> {
  const now = deps.clock.now();
  const known = rememberedSession(deps.db, hashToken(token));
  const renew = () => actorOfSession({ deps }, token, address);
  const countsStill =
    known !== undefined &&
    known.session.expiresAt > now &&
    !isEndedEmergency(deps.settings, known, token) &&
    !lacksFactor(deps.settings, known) &&
    !isToTouch(known.session, now, address);
  if (!countsStill) return { actor: await renew(), remembered: null };
  return {
    actor: actorOfUser(known.user),
    remembered: { precondition: standing(deps, known), stood: false, renew },
  };
}

function standing({ db, clock }: Deps, known: FoundSession): Precondition {
  const statement = sessionStands(known, clock.now());
  return {
    statements: [statement],
    writes: false,
    async refusal() {
      try {
        await db.read(() => [statement]);
        return null;
      } catch (error) {
        if (isEndedByCondition(error)) return new SessionChanged();
        throw error;
      }
    },
  };
}

/** An emergency session whose setting is gone or changed (D67). */
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
