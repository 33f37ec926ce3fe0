import {
  byHolder,
  type HeldBy,
  type HoldLimits,
  holdLimits,
  holdsAreLimited,
  tooManyHolds,
  waitForHold,
} from '@/domain/appointment/hold-limits';
import { openLimit, tooManyOpen } from '@/domain/appointment/open-limit';
import { DomainError } from '@/domain/errors';
import { shownPhone } from '@/domain/phone-number';
import type { Actor } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call, Sender } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { isFromOwnNetwork } from '../limits/addresses';
import { addressMark, phoneFingerprint } from '../limits/fingerprints';
import { readOpenPlaces } from '../slots/slots.usecases';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import type { BookingLimits } from './appointments.repository';
import { countedHolds } from './hold-limits.repository';
import { selectOpen } from './open-limit.repository';

const NO_HOLDER: HeldBy = byHolder(() => null);

/** True if staff book for a caller in the public form. A program with an API key isn't staff. */
const isStaff = (actor: Actor, sender: Sender | null) =>
  worksIn('deliveries', actor) && !sender?.keyId;

/**
 * Returns who a hold counts against. A program books for many people, so only its key counts. Staff
 * hold windows for callers, so their own phone and browser don't count.
 */
export function heldByOf(
  { deps: { settings }, actor }: Call,
  sender: Sender | null,
  { userId, phone }: { userId: string | null; phone: string | null },
): HeldBy {
  if (sender?.keyId) return { ...NO_HOLDER, key: sender.keyId };
  if (isStaff(actor, sender)) return { ...NO_HOLDER, account: userId };
  const customer = { ...NO_HOLDER, account: userId, phone: phoneFingerprint(settings, phone) };
  if (!sender) return customer;
  return {
    ...customer,
    browser: sender.guestId,
    address: addressMark(settings, sender.address),
  };
}

/**
 * Returns a booking's limits, or null if there are none: for staff, for our own program, and if
 * limits are turned off.
 */
export async function limitsOf(
  { deps, actor }: Call,
  sender: Sender | null,
): Promise<HoldLimits | null> {
  const { limitFactor, holdShare } = deps.settings;
  if (!sender || isStaff(actor, sender) || !holdsAreLimited(limitFactor)) return null;
  return holdLimits(limitFactor, holdShare, {
    openPlaces: await readOpenPlaces({ deps }),
    isOwnNetwork: isFromOwnNetwork(sender.address),
  });
}

/**
 * Returns the most open deliveries a customer may have before staff confirm one, including
 * recurring ones. Null for staff, for programs with an API key, and if limits are turned off.
 */
export function mostOpenOf({ deps, actor }: Call, sender: Sender | null): number | null {
  if (sender?.keyId || isStaff(actor, sender)) return null;
  return openLimit(deps.settings.limitFactor);
}

/** Throws `rate_limited` if the customer has too many open deliveries. */
export async function refuseTooManyOpen(
  deps: Deps,
  { by, mostOpen, today }: Pick<BookingLimits, 'by' | 'mostOpen' | 'today'>,
): Promise<void> {
  if (mostOpen === null) return;
  const at = { today, now: deps.clock.now() };
  const [[open], [support]] = await deps.db.read((orm) => [
    selectOpen(orm, by, at),
    selectSupport(orm),
  ]);
  if (Math.max(open?.ofAccount ?? 0, open?.ofPhone ?? 0) < mostOpen) return;
  throw new DomainError(
    'rate_limited',
    tooManyOpen(mostOpen, shownPhone(supportView(support).phone)),
  );
}

/** Throws `rate_limited`, with the seconds to wait, if there are too many holds. */
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
