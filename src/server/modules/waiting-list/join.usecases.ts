import { tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import type { WaitlistRow } from '@/db/schema';
import { canGetMail, mailboxKey } from '@/domain/account/email';
import type { CalendarDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { orderOf } from '@/domain/order/order';
import { timeSlotsOn } from '@/domain/slots/hours';
import { bookingTimeAt, timeSlotIndexOf } from '@/domain/slots/time-slots';
import type { InLine } from '@/domain/waiting-list/waiting-list';
import { type JoinInput, WAITING_MESSAGES } from '@/domain/waiting-list/waiting-list.schema';
import type { AnyCall, Call, Sender, UserCall } from '@/server/config/call';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';
import { heldRowOf, takeTestAttempt } from '../appointments/book.usecases';
import { sign } from '../auth/tokens';
import { findUserById } from '../auth/users.repository';
import { phoneFingerprint } from '../limits/fingerprints';
import { message } from '../messages/message';
import { textsTo } from '../messages/texts';
import { readBookingWindow, readHours } from '../slots/slots.usecases';
import {
  type EntryFound,
  type WaitingView,
  waitingFacts,
  waitingHash,
  waitingView,
} from './entries';
import {
  type EntryOwner,
  insertEntry,
  mayJoin,
  selectByRequest,
  selectEntry,
  selectLine,
  selectOwnEntries,
  selectSameEntry,
} from './waiting-list.repository';

/** A new entry, and by what the person confirms it. Null if it already counts. */
export type Joined = { entry: WaitingView; confirmBy: 'email' | 'text' | null };

/**
 * Puts a person on the waiting list of a full window, or of a full day. The entry of an account with a verified
 * email address counts immediately. Others count once the person has used the link that we send them. The
 * answer to a guest is the same whether or not the contact is already on the list.
 *
 * @throws `conflict` if a spot is open, or if the account has three open entries
 * @throws `slot_taken` if the window can't be booked at all
 * @throws `invalid_input` if the order can't be booked, or if nothing reaches the person
 */
export async function joinWaitingList(
  call: Call,
  { requestId: sentId, ...input }: JoinInput,
  sender: Sender,
): Promise<Joined> {
  const { deps, actor } = call;
  const scope = actor.kind === 'user' ? actor.userId : (sender.keyId ?? sender.guestId);
  const requestId = sentId && scope ? `${scope}:${sentId}` : null;
  const before = requestId ? (await selectByRequest(deps.db.orm, requestId))[0] : undefined;
  if (before) return joinedBefore(deps, before, input);
  const full = fullTimeOf(deps, input);
  const [user, own, { row }] = await Promise.all([
    actor.kind === 'user' ? findUserById(deps.db.orm, actor.userId) : null,
    actor.kind === 'user' ? selectOwnEntries(deps.db.orm, actor.userId, input.date) : [],
    // Refuses everything that a booking would refuse, so that an offer doesn't fail later.
    heldRowOf(call, { ...input, time: input.time ?? (await full) }, { sender: null }),
    full,
  ]);
  if (row.testMode) await takeTestAttempt(deps, user, sender);
  const isVerified = user?.emailProvenAt != null;
  const contact = {
    customerName: row.customerName,
    customerEmail: isVerified ? user.email : row.customerEmail,
    customerPhone: row.customerPhone,
    customerAddress: row.customerAddress,
  };
  const id = deps.ids.next();
  const now = deps.clock.now();
  const entry: WaitlistRow = {
    id,
    requestId,
    userId: user?.id ?? null,
    status: isVerified ? 'waiting' : 'unconfirmed',
    linkHash: waitingHash(deps, id),
    date: input.date,
    slotIndex: input.time === null ? null : row.slotIndex,
    ...orderOf(row as never),
    boatId: row.boatId ?? null,
    dockId: row.dockId ?? null,
    promoCode: input.promoCode ?? null,
    ...contact,
    ...marksOf(deps, contact),
    reach: isVerified ? null : reachOf(deps, contact),
    queuedAt: isVerified ? now : null,
    appointmentId: null,
    offers: 0,
    acceptedAt: null,
    reason: null,
    createdAt: now,
    updatedAt: now,
  };
  const known = sameEntry(own, entry);
  if (known) return joined(deps, known);
  const { orm } = deps.db;
  const isLeft = isVerified ? mayJoin(orm, ownerOf(entry), entry) : undefined;
  const written = await tryWriteGuarded(deps.db, {
    guard: insertEntry(deps.db.orm, entry, isLeft),
    matched: WROTE_BEFORE,
    also: [isVerified ? null : message(call, 'waitlist-confirm', waitingFacts(deps, entry))],
    view: [selectLine(deps.db.orm, entry.date)],
  });
  if (!written) return joinedMeanwhile(deps, entry, input);
  return answerOf(deps, { entry: written.changed, appointment: null }, written.view[0]);
}

/** Returns the entry because of which this one wasn't added. Throws `conflict` if there are too many. */
async function joinedMeanwhile(deps: Deps, entry: WaitlistRow, input: JoinInput): Promise<Joined> {
  const { orm } = deps.db;
  const [sent] = entry.requestId ? await selectByRequest(orm, entry.requestId) : [];
  if (sent) return joinedBefore(deps, sent, input);
  // The same window on another page may have come first, or the person joined as a guest.
  const [first] = await selectSameEntry(orm, ownerOf(entry), entry);
  if (first) return joined(deps, first);
  throw tooMany();
}

export const tooMany = () => new DomainError('conflict', WAITING_MESSAGES.tooMany);

/** Returns what identifies an entry's person. A guest is known by the contact that has answered. */
export const ownerOf = ({ userId, reach, phoneMark, emailMark }: WaitlistRow): EntryOwner => ({
  userId,
  phoneMark: reach === 'text' ? phoneMark : null,
  emailMark: reach === 'text' ? null : emailMark,
});

/** Returns how a contact is recognized in other entries. */
export function marksOf(
  { settings }: Deps,
  { customerPhone, customerEmail }: { customerPhone: string | null; customerEmail: string | null },
) {
  return {
    phoneMark: phoneFingerprint(settings, customerPhone),
    emailMark: customerEmail && sign(settings.appSecret, 'email', mailboxKey(customerEmail)),
  };
}

/** Returns the channel by which a person confirms. Throws `invalid_input` if nothing reaches them. */
function reachOf(
  deps: Deps,
  { customerPhone, customerEmail }: { customerPhone: string | null; customerEmail: string | null },
) {
  if (canGetMail(customerEmail)) return 'email' as const;
  if (textsTo(deps, customerPhone)) return 'text' as const;
  throw new DomainError('invalid_input', WAITING_MESSAGES.reach, { field: 'customerEmail' });
}

/** Returns the label of the full window, or of one of the date's full windows. Throws if a spot is open. */
async function fullTimeOf(
  deps: Deps,
  { date, time }: { date: CalendarDate; time: string | null },
): Promise<string> {
  const { days } = await readBookingWindow({ deps });
  const timeSlots = days.find((day) => day.date === date)?.timeSlots ?? [];
  const wanted = timeSlots.filter(({ label }) => time === null || label === time);
  if (wanted.some(({ state }) => state === 'open')) {
    throw new DomainError('conflict', WAITING_MESSAGES.notFull, { field: 'time' });
  }
  const full = wanted.find(({ state }) => state === 'booked');
  if (full) return full.label;
  throw new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' });
}

/**
 * Returns the entry that an earlier send of this request created. Throws `conflict` if that was for another
 * window, because this one wasn't joined.
 */
function joinedBefore(deps: Deps, before: WaitlistRow, { date, time }: JoinInput) {
  const slotIndex = time === null ? null : timeSlotIndexOf(time);
  if (before.date === date && before.slotIndex === slotIndex) return joined(deps, before);
  throw new DomainError('conflict', WAITING_MESSAGES.otherWindow, { field: 'time' });
}

/** Returns the account's open entry for the same window, so that joining twice is harmless. */
function sameEntry(own: readonly EntryFound[], { date, slotIndex }: WaitlistRow) {
  const isSame = ({ entry }: EntryFound) =>
    entry.date === date &&
    entry.slotIndex === slotIndex &&
    (entry.status === 'waiting' || entry.status === 'offered');
  return own.find(isSame)?.entry ?? null;
}

const joined = async (deps: Deps, { id }: Pick<WaitlistRow, 'id'>) =>
  answerOf(deps, await findEntry(deps, id));

async function answerOf(deps: Deps, found: EntryFound, line?: InLine[]): Promise<Joined> {
  const { entry } = found;
  return {
    entry: await viewOf(deps, found, line),
    confirmBy: entry.status === 'unconfirmed' ? entry.reach : null,
  };
}

async function findEntry({ db }: Deps, id: string): Promise<EntryFound> {
  const [found] = await selectEntry(db.orm, id);
  if (!found) throw new DomainError('not_found', WAITING_MESSAGES.notOpen);
  return found;
}

/**
 * Returns an entry for its person, with its place in line.
 *
 * @param known the date's line, if it was just read
 */
export async function viewOf(
  deps: Deps,
  found: EntryFound,
  known?: InLine[],
): Promise<WaitingView> {
  const [line, isBookable] = await Promise.all([
    known ?? selectLine(deps.db.orm, found.entry.date),
    bookableAt({ deps }),
  ]);
  return waitingView(deps, found, line, isBookable(found.entry));
}

/** Returns a check whether an entry's window, or any window of its date, can still be booked. */
export async function bookableAt({ deps }: AnyCall) {
  const hours = await readHours({ deps });
  const time = bookingTimeAt(deps.clock.now(), cutOffOf(deps.settings, hours));
  return ({ date, slotIndex }: Pick<WaitlistRow, 'date' | 'slotIndex'>) =>
    timeSlotsOn(hours, date).some(
      (timeSlot) =>
        (slotIndex === null || timeSlot.index === slotIndex) && time.isBookable(date, timeSlot),
    );
}

/** Lists the caller's own entries, earliest date first. */
export async function listOwnEntries({ deps, actor }: UserCall): Promise<WaitingView[]> {
  const own = await selectOwnEntries(deps.db.orm, actor.userId, todayOf(deps));
  if (own.length === 0) return [];
  const dates = [...new Set(own.map(({ entry }) => entry.date))];
  const [isBookable, ...lines] = await Promise.all([
    bookableAt({ deps }),
    ...dates.map((date) => selectLine(deps.db.orm, date)),
  ]);
  const line = lines.flat() as InLine[];
  return own.map((found) => waitingView(deps, found, line, isBookable(found.entry)));
}
