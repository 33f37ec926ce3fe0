import { type Guard, nullIfLost, tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import type { AppointmentRow, WaitlistRow } from '@/db/schema';
import { addDays, type CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { orderOf } from '@/domain/order/order';
import type { Actor } from '@/domain/roles';
import { timeSlotsOn } from '@/domain/slots/hours';
import { bookingTimeAt, timeSlotLabel, timeSlotOf } from '@/domain/slots/time-slots';
import { instantOf, localMoment } from '@/domain/time';
import {
  CONFIRM_MS,
  endedStatus,
  type FreeWindow,
  isOfferHour,
  mayOfferAt,
  OFFER_MINUTES,
  offerEnd,
  offerState,
  offersFor,
} from '@/domain/waiting-list/waiting-list';
import type { AnyCall, Call } from '@/server/config/call';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { changeUnchanged } from '../appointments/appointments.repository';
import { heldRowOf } from '../appointments/book.usecases';
import { withPublicCode } from '../appointments/public-code';
import { releaseSetup } from '../appointments/setup-release';
import { audit } from '../audit/audit';
import { actorOfUser } from '../auth/actor';
import { findUserById } from '../auth/users.repository';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { type DueTime, dueIfAny } from '../leases/leases.repository';
import { message } from '../messages/message';
import { occupancyOf, selectOccupancy } from '../slots/occupancy.repository';
import { type EntryFound, inLine, waitingFacts, withCurrentEmail } from './entries';
import {
  changeEntry,
  changingOffered,
  changingWaiting,
  deleteOldEntries,
  deleteUnconfirmed,
  insertOffer,
  isFirstInLine,
  isStillWaiting,
  selectEndedOffer,
  selectEndedOffers,
  selectInLine,
  selectOldEntry,
  selectServable,
  selectUnconfirmed,
  selectWaitingUntil,
} from './waiting-list.repository';

const WAITING_LIST: Actor = { kind: 'system', name: 'Waiting list' };

/** How many days an entry is kept after its date. */
const KEPT_DAYS = 30;

/** Checks whether `updateWaitingList` has work to do. */
export function waitingListToUpdate({ deps }: AnyCall): DueTime {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const soon = localMoment(now + settings.leadMinutes * 60_000, settings.timeZone).date;
  return dueIfAny(
    selectEndedOffer(db.orm, now),
    selectWaitingUntil(db.orm, soon),
    ...(isOfferHour(now, settings.timeZone) ? [selectServable(db.orm, now)] : []),
    selectUnconfirmed(db.orm, now - CONFIRM_MS),
    selectOldEntry(db.orm, oldBefore(deps)),
  );
}

const oldBefore = (deps: Pick<Deps, 'clock' | 'settings'>): CalendarDate =>
  addDays(todayOf(deps), -KEPT_DAYS);

/**
 * Settles the offers that ended, ends the entries of windows that can't be booked anymore, and offers free spots
 * to the first in line. It only looks at what's stored, so a spot freed in any way is found, even after a crash.
 * Two runs at the same time are harmless.
 *
 * @returns the number of offers made
 */
export async function updateWaitingList(
  { deps }: AnyCall,
  stopping?: AbortSignal,
): Promise<number> {
  const { db, clock } = deps;
  await db.batch((orm) => [
    deleteUnconfirmed(orm, clock.now() - CONFIRM_MS),
    deleteOldEntries(orm, oldBefore(deps)),
  ]);
  for (const found of await selectEndedOffers(db.orm, clock.now())) {
    if (stopping?.aborted) return 0;
    await settle(deps, found);
  }
  return offerFreeSpots(deps, stopping);
}

/** Ends an offer whose spot was booked, cancelled, or not taken in time. */
async function settle(deps: Deps, found: EntryFound): Promise<void> {
  const { entry, appointment } = found;
  const now = deps.clock.now();
  const state = offerState(entry, appointment, now);
  if (state === 'booked') {
    await tryWriteGuarded(deps.db, {
      guard: changeEntry(deps.db.orm, entry, { status: 'booked', updatedAt: now }),
      matched: WROTE_BEFORE,
    });
  } else if (state === 'ended') {
    await endOffer(deps, found);
  }
}

async function endOffer(deps: Deps, { entry, appointment }: EntryFound): Promise<void> {
  const { db } = deps;
  const now = deps.clock.now();
  const missed = { status: 'missed', updatedAt: now } as const;
  const reached = await withCurrentEmail(deps, entry);
  const told = message({ deps }, 'waitlist-missed', waitingFacts(deps, reached));
  if (!appointment || appointment.status === 'cancelled') {
    const status = endedStatus(appointment);
    await tryWriteGuarded(db, {
      guard: changeEntry(db.orm, entry, { ...missed, status }),
      matched: WROTE_BEFORE,
      also: status === 'missed' ? [told] : [],
    });
    return;
  }
  const changes = {
    status: 'cancelled',
    cancelledAt: now,
    cancelReason: 'The waiting list offer ended.',
    updatedAt: now,
  } as const;
  // If the card was saved since the read, the appointment has changed, and nothing is written.
  const written = await tryWriteGuarded(db, {
    guard: changeUnchanged(db.orm, appointment, changes),
    audit: audit(
      { deps, actor: WAITING_LIST },
      {
        appointmentId: appointment.id,
        action: 'appointment.hold_expired',
        before: { status: appointment.status },
        after: { status: 'cancelled' },
      },
    ),
    also: [changingOffered(entry, missed), told],
  });
  if (written) await releaseSetup(deps, written.changed as AppointmentRow);
}

async function offerFreeSpots(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const waiting = await selectInLine(db.orm);
  const dates = waiting.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const [[business], ...rows] = await db.read((orm) => [
    selectBusinessSettings(orm),
    ...selectOccupancy(orm, first, last, now),
  ]);
  const occupancy = occupancyOf(rows);
  const { hours } = occupancy;
  const time = bookingTimeAt(now, cutOffOf(settings, hours));
  const bookable = (entry: Pick<WaitlistRow, 'date' | 'slotIndex'>) =>
    timeSlotsOn(hours, entry.date).filter(
      (slot) =>
        (entry.slotIndex === null || slot.index === entry.slotIndex) &&
        time.isBookable(entry.date, slot),
    );
  const isPast = (entry: WaitlistRow) =>
    bookable(entry).length === 0 &&
    (entry.slotIndex === null || !time.isBookable(entry.date, timeSlotOf(entry.slotIndex)));
  for (const entry of waiting) if (isPast(entry)) await endEntry(deps, entry, 'lapsed');
  if (!mayOfferAt(now, businessSettingsOf(deps, business), settings.timeZone)) return 0;
  const windows = [...new Set(dates)].flatMap((date) =>
    bookable({ date, slotIndex: null }).map(({ index }): FreeWindow => {
      const { isAvailable, capacity, occupied } = occupancy(date, index);
      return { date, slotIndex: index, free: isAvailable ? Math.max(0, capacity - occupied) : 0 };
    }),
  );
  let made = 0;
  for (const { entry, slotIndex } of offersFor(waiting.map(inLine), windows)) {
    if (stopping?.aborted) return made;
    const row = waiting.find(({ id }) => id === entry.id);
    if (row && (await tryToOffer(deps, row, slotIndex))) made += 1;
  }
  return made;
}

/** Makes one offer. If the order can't be booked anymore, this notifies its customer, and the next one is first. */
async function tryToOffer(deps: Deps, entry: WaitlistRow, slotIndex: number): Promise<boolean> {
  try {
    const call = { deps, actor: WAITING_LIST };
    return await offer(call, entry, slotIndex, {
      onlyIf: isFirstInLine(entry, { ...entry, slotIndex }),
    });
  } catch (error) {
    if (error instanceof DomainError && isAboutOrder(error)) {
      await endEntry(deps, entry, 'refused');
      return false;
    }
    if (error instanceof DomainError) return false;
    // The next run tries again.
    deps.log.warn("couldn't make an offer yet", { entry: entry.id, ...errorFields(error) });
    return false;
  }
}

const isAboutOrder = ({ code }: DomainError) => code === 'invalid_input' || code === 'conflict';

/**
 * Reserves a spot for an entry, and notifies its person. The price is the one in force now, and
 * stays until the offer ends.
 *
 * @returns false if the spot is gone, or the entry isn't first or doesn't wait anymore
 */
export async function offer(
  call: Call,
  waiting: WaitlistRow,
  slotIndex: number,
  { onlyIf, reason = null }: { onlyIf?: Guard; reason?: string | null } = {},
): Promise<boolean> {
  const { deps } = call;
  const { db, settings } = deps;
  const now = deps.clock.now();
  const entry = await withCurrentEmail(deps, waiting);
  const user = entry.userId === null ? null : await findUserById(db.orm, entry.userId);
  const person: Actor = user ? actorOfUser(user) : { kind: 'visitor' };
  const { row, hold } = await heldRowOf(
    { deps, actor: person },
    {
      date: entry.date,
      time: timeSlotLabel(slotIndex),
      ...orderOf(entry),
      boatId: entry.boatId,
      dockId: entry.dockId,
      promoCode: entry.promoCode,
      ...definedContact(entry),
    },
    { sender: null },
  );
  const startsAt = instantOf(
    { date: entry.date, minutes: timeSlotOf(slotIndex).startMinutes },
    settings.timeZone,
  );
  const until = offerEnd(now, startsAt);
  const held = { ...row, holdKind: 'offer' as const, holdExpiresAt: until };
  const offers = entry.offers + 1;
  const written = await withPublicCode((publicCode) =>
    tryWriteGuarded(db, {
      guard: insertOffer(
        db.orm,
        { ...held, publicCode },
        onlyIf ?? isStillWaiting(entry.id),
        hold.isLeft,
      ),
      audit: audit(call, {
        appointmentId: held.id,
        action: 'appointment.offered',
        after: { entryId: entry.id, date: entry.date, slotIndex, ...(reason ? { reason } : null) },
      }),
      also: [
        changingWaiting(entry.id, {
          status: 'offered',
          appointmentId: held.id,
          offers,
          acceptedAt: null,
          reason,
          updatedAt: now,
        }),
        message(call, 'waitlist-offer', {
          ...waitingFacts(deps, { ...entry, offers }, slotIndex),
          until,
        }),
      ],
    }),
  );
  return written !== null;
}

const definedContact = (entry: WaitlistRow) => ({
  customerName: entry.customerName ?? undefined,
  customerEmail: entry.customerEmail ?? undefined,
  customerPhone: entry.customerPhone ?? undefined,
  customerAddress: entry.customerAddress ?? undefined,
});

/** Ends an entry that waits, and notifies its person. */
async function endEntry(
  deps: Deps,
  entry: WaitlistRow,
  status: 'lapsed' | 'refused',
): Promise<void> {
  const reached = await withCurrentEmail(deps, entry);
  const kind = status === 'lapsed' ? 'waitlist-ended' : 'waitlist-removed';
  await tryWriteGuarded(deps.db, {
    guard: changeEntry(deps.db.orm, entry, { status, updatedAt: deps.clock.now() }),
    matched: WROTE_BEFORE,
    also: [message({ deps }, kind, waitingFacts(deps, reached))],
  }).catch(nullIfLost);
}

/** How long a person has for the card after accepting an offer (ms). */
export const acceptedFor = ({ settings }: Pick<Deps, 'settings'>) =>
  Math.max(settings.holdMinutes, OFFER_MINUTES / 2) * 60_000;
