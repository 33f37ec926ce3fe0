import {
  byHolder,
  type HeldBy,
  type HoldLimits,
  holdLimits,
  holdsAreLimited,
  tooManyHolds,
  waitForHold,
} from '@/domain/appointment/hold-limits';
import { DomainError } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import type { Sender } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isFromOwnNetwork } from '../limits/addresses';
import { addressMark, phoneMark } from '../limits/marks';
import { readOpenPlaces } from '../slots/slots.usecases';
import { countedHolds } from './hold-limits.repository';

const NO_HOLDER: HeldBy = byHolder(() => null);

/** Who holds a time slot. A program with a key holds for many people, so that its key alone counts. */
export function heldByOf(
  { settings }: Deps,
  sender: Sender | null,
  { userId, phone }: { userId: string | null; phone: string | null },
): HeldBy {
  if (!sender) return { ...NO_HOLDER, account: userId };
  if (sender.keyId) return { ...NO_HOLDER, key: sender.keyId };
  return {
    key: null,
    account: userId,
    browser: sender.guestId,
    phone: phoneMark(settings, phone),
    address: addressMark(settings, sender.address),
  };
}

/** The limits of a booking (D93); null for staff, for our own program, and where they are lifted. */
export async function limitsOf(
  deps: Deps,
  actor: Actor,
  sender: Sender | null,
): Promise<HoldLimits | null> {
  const { limitFactor, holdShare } = deps.settings;
  const isStaff = hasRole(actor, 'admin') && !sender?.keyId;
  if (!sender || isStaff || !holdsAreLimited(limitFactor)) return null;
  return holdLimits(limitFactor, holdShare, {
    openPlaces: await readOpenPlaces({ deps }),
    isOwnNetwork: isFromOwnNetwork(sender.address),
  });
}

/** Throws `rate_limited`, with the seconds to wait, where one more hold is too many. */
export async function refuseTooManyHolds(
  deps: Deps,
  by: HeldBy,
  limits: HoldLimits | null,
): Promise<void> {
  if (!limits) return;
  const now = deps.clock.now();
  const wait = waitForHold(await countedHolds(deps.db.orm, now), by, limits, now);
  if (wait === 0) return;
  throw new DomainError('rate_limited', tooManyHolds(wait), {
    details: { retryAfterSeconds: Math.ceil(wait / 1000) },
  });
}
