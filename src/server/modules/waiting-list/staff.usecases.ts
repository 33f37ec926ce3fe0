import { tryWriteGuarded } from '@/db/guarded-batch';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { foldedText } from '@/domain/folding';
import { orderText } from '@/domain/order/order';
import { timeSlotByLabel, timeSlotLabel } from '@/domain/slots/time-slots';
import { mayOfferAt, waitsFor } from '@/domain/waiting-list/waiting-list';
import { WAITING_MESSAGES } from '@/domain/waiting-list/waiting-list.schema';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectUser, type UserRow } from '../auth/users.repository';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { message } from '../messages/message';
import { releaseOffer } from './answers.usecases';
import {
  type EntryFound,
  stateOf,
  type WaitingView,
  waitingFacts,
  withCurrentEmail,
} from './entries';
import { marksOf } from './join.usecases';
import { offer } from './offers.usecases';
import {
  changeEntry,
  isStillWaiting,
  selectEntriesOfCustomer,
  selectEntriesOfDate,
  selectEntriesOfGuest,
  selectEntry,
} from './waiting-list.repository';

/** An entry as staff see it. */
export type StaffWaiting = {
  id: string;
  customerId: string | null;
  customerName: string | null;
  customerPhone: string | null;
  date: CalendarDate;
  /** Null means any window of the date. */
  time: string | null;
  state: WaitingView['state'];
  order: string;
  location: string;
  /** When the person joined the line (ms). */
  queuedAt: number | null;
  /** When the person joined (ms), even if nobody has confirmed the entry yet. */
  joinedAt: number;
  /** The offered window, and when the offer ends (ms). Null without an offer. */
  offeredTime: string | null;
  offeredUntil: number | null;
  reason: string | null;
};

function staffView(deps: Deps, found: EntryFound): StaffWaiting {
  const { entry, appointment } = found;
  const state = stateOf(found, deps.clock.now());
  const isOffered = appointment && (state === 'offered' || state === 'accepted');
  return {
    id: entry.id,
    customerId: entry.userId,
    customerName: entry.customerName,
    customerPhone: entry.customerPhone,
    date: entry.date,
    time: entry.slotIndex === null ? null : timeSlotLabel(entry.slotIndex),
    state,
    order: orderText(entry),
    location: entry.location,
    queuedAt: entry.queuedAt,
    joinedAt: entry.createdAt,
    offeredTime: isOffered ? timeSlotLabel(appointment.slotIndex) : null,
    offeredUntil: isOffered ? appointment.holdExpiresAt : null,
    reason: entry.reason,
  };
}

/** Lists a date's open entries: the people in line, then those who haven't confirmed. */
export async function listWaiting(
  { deps }: UserCall,
  { date }: { date: CalendarDate },
): Promise<StaffWaiting[]> {
  const found = await selectEntriesOfDate(deps.db.orm, date);
  return found.map((one) => staffView(deps, one));
}

/** Lists a customer's latest entries. */
export async function listWaitingOf(
  { deps }: UserCall,
  { customerId }: { customerId: string },
): Promise<StaffWaiting[]> {
  const [[customer], own] = await deps.db.read((orm) => [
    selectUser(orm, customerId),
    selectEntriesOfCustomer(orm, customerId),
  ]);
  const found = customer?.role === 'guest' ? await entriesOfGuest(deps, customer) : own;
  return found.map((one) => staffView(deps, one));
}

/**
 * Returns the entries of a guest, who's recognized like in the list of customers: by email address,
 * by phone number and name together, or by phone number alone if the entry has no email address.
 */
async function entriesOfGuest(
  deps: Deps,
  { phone, guestEmail, fullName }: UserRow,
): Promise<EntryFound[]> {
  const marks = marksOf(deps, { customerPhone: phone, customerEmail: guestEmail });
  const found = await selectEntriesOfGuest(deps.db.orm, marks);
  const nameKey = foldedText(fullName ?? '');
  return found.filter(
    ({ entry }) =>
      (entry.emailMark !== null && entry.emailMark === marks.emailMark) ||
      entry.customerEmail === null ||
      foldedText(entry.customerName ?? '') === nameKey,
  );
}

async function findEntry(deps: Deps, id: string): Promise<EntryFound> {
  const [found] = await selectEntry(deps.db.orm, id);
  if (!found) throw new DomainError('not_found', WAITING_MESSAGES.notOpen);
  return found;
}

/**
 * Removes an entry, and notifies its person. An offered spot goes to the next one.
 *
 * @throws `conflict` if the entry isn't on the list anymore
 */
export async function removeEntry(
  call: UserCall,
  { id, reason }: { id: string; reason: string },
): Promise<StaffWaiting> {
  const { deps } = call;
  const found = await findEntry(deps, id);
  const { entry, appointment } = found;
  const now = deps.clock.now();
  const state = stateOf(found, now);
  const told = message(
    call,
    'waitlist-removed',
    waitingFacts(deps, await withCurrentEmail(deps, entry)),
  );
  if (appointment && (state === 'offered' || state === 'accepted')) {
    await releaseOffer(call, entry, appointment, { status: 'removed', reason, told });
    return staffView(deps, await findEntry(deps, id));
  }
  if (state !== 'waiting') throw new DomainError('conflict', WAITING_MESSAGES.notOpen);
  const written = await tryWriteGuarded(deps.db, {
    guard: changeEntry(deps.db.orm, entry, { status: 'removed', reason, updatedAt: now }),
    audit: audit(call, {
      action: 'waiting.removed',
      after: { entryId: id, userId: entry.userId, reason },
    }),
    also: [told],
  });
  if (!written) throw new DomainError('conflict', WAITING_MESSAGES.changed);
  return staffView(deps, { entry: written.changed, appointment: null });
}

/**
 * Offers a free spot to one person, who may be further back in line. The reason is kept with the entry.
 *
 * @throws `conflict` outside the hours for offers, or if the entry doesn't wait for this window
 * @throws `slot_taken` if the window has no free spot
 */
export async function offerByHand(
  call: UserCall,
  { id, time, reason }: { id: string; time: string; reason: string },
): Promise<StaffWaiting> {
  const { deps } = call;
  const { entry } = await findEntry(deps, id);
  const timeSlot = timeSlotByLabel(time);
  if (!timeSlot || !waitsFor(entry, { date: entry.date, slotIndex: timeSlot.index })) {
    throw new DomainError('invalid_input', WAITING_MESSAGES.when, { field: 'time' });
  }
  if (entry.status !== 'waiting') throw new DomainError('conflict', WAITING_MESSAGES.notOpen);
  const [business] = await selectBusinessSettings(deps.db.orm);
  const hours = businessSettingsOf(deps, business);
  if (!mayOfferAt(deps.clock.now(), hours, deps.settings.timeZone)) {
    throw new DomainError('conflict', WAITING_MESSAGES.night);
  }
  const isMade = await offer(call, entry, timeSlot.index, {
    onlyIf: isStillWaiting(id),
    reason,
  });
  if (!isMade) throw new DomainError('slot_taken', WAITING_MESSAGES.noSpot, { field: 'time' });
  return staffView(deps, await findEntry(deps, id));
}
