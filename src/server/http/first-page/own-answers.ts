import type { Deps } from '@/server/config/deps';
import {
  listOwnAppointments,
  readLeftFromGuests,
  readRecentCompleted,
} from '@/server/modules/appointments/own-appointments.usecases';
import { asCaller } from '@/server/modules/auth/as-caller';
import { currentUser } from '@/server/modules/auth/auth.usecases';
import { listBoats } from '@/server/modules/boats/boats.usecases';
import { listDocks } from '@/server/modules/boats/docks.usecases';
import { listCards } from '@/server/modules/payments/cards/saved-cards.usecases';
import { pageCallerOf } from '../context';

export type FirstPagePath = '/' | '/schedule' | '/account';

/** The answers that the calls of a first page return to one person. */
export type OwnAnswers = {
  /** Null for a guest. */
  me: Awaited<ReturnType<typeof currentUser>>;
  /** Undefined on /account, which doesn't show it. */
  list?: Awaited<ReturnType<typeof listOwnAppointments>>;
  /** Null for a guest, who has none of these. Each is undefined on a page that doesn't show it. */
  account: {
    recentCompleted?: Awaited<ReturnType<typeof readRecentCompleted>>;
    leftFromGuests?: Awaited<ReturnType<typeof readLeftFromGuests>>;
    boats: Awaited<ReturnType<typeof listBoats>>;
    docks: Awaited<ReturnType<typeof listDocks>>;
    cards?: Awaited<ReturnType<typeof listCards>>;
  } | null;
};

/**
 * Reads a person's own part of a first page. If this process remembers the session, all reads start
 * together and take as long as one.
 * @param mayAsk counts a page for an account or a guest, and returns false if they opened too many
 * @returns null for a visitor. For staff and for too many pages, 'unknown', so that the browser
 * asks for the data itself
 */
export async function readOwnAnswers(
  deps: Deps,
  request: Request,
  path: FirstPagePath,
  mayAsk: (who: string) => boolean,
): Promise<OwnAnswers | null | 'unknown'> {
  const { caller, kept } = await pageCallerOf(deps, request);
  return asCaller(deps, caller, async (call) => {
    const { actor } = call;
    // A driver may have signed out without signal. The page ends that session before it shows who
    // is signed in.
    if (actor.kind === 'user' && actor.role !== 'customer') return 'unknown';
    if (actor.kind === 'guest') {
      if (!mayAsk(actor.held[0]?.appointmentId ?? '')) return 'unknown';
      if (path === '/account') return { me: null, account: null };
      return { me: null, list: await listOwnAppointments(call), account: null };
    }
    if (actor.kind !== 'user') return null;
    if (!mayAsk(actor.userId)) return 'unknown';
    const userCall = { ...call, actor };
    const ofAccount = [currentUser(userCall), listBoats(userCall), listDocks(userCall)] as const;
    if (path === '/account') {
      const [me, boats, docks] = await Promise.all(ofAccount);
      return me && { me, account: { boats, docks } };
    }
    const [me, boats, docks, list, recentCompleted, leftFromGuests, cards] = await Promise.all([
      ...ofAccount,
      listOwnAppointments(userCall),
      readRecentCompleted(userCall),
      readLeftFromGuests(userCall, kept),
      listCards(userCall),
    ]);
    return me && { me, list, account: { recentCompleted, leftFromGuests, boats, docks, cards } };
  });
}
