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
import { type Actor, hasRole } from '@/domain/roles';
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

/** Staff in the public form, booking for a caller. A program with a key is none. */
const isStaff = (actor: Actor, sender: Sender | null) => hasRole(actor, 'admin') && !sender?.keyId;

/**
 * Who holds a time slot. A program with a key holds for many people, so that its key alone counts, and
 * staff hold for a caller, who is not counted by it.
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

/** The limits of a booking; null for staff, for our own program, and where they are lifted. */
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
 * The most deliveries that a customer may have open before staff confirm one, also by a recurring
 * delivery; null for staff, for a program with a key, and where limits are lifted.
 */
export function mostOpenOf({ deps, actor }: Call, sender: Sender | null): number | null {
  if (sender?.keyId || isStaff(actor, sender)) return null;
  return openLimit(deps.settings.limitFactor);
}

/** Throws `rate_limited` where one more open delivery is too many. */
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
