import {
  type ConditionalWrite,
  retryOnConflict,
  tryWriteGuarded,
  WROTE_BEFORE,
} from '@/db/guarded-batch';
import type { AppointmentRow, WaitlistRow } from '@/db/schema';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { DomainError } from '@/domain/errors';
import { CONFIRM_MS, MAY_STAY, type WaitingStatus } from '@/domain/waiting-list/waiting-list';
import { WAITING_MESSAGES } from '@/domain/waiting-list/waiting-list.schema';
import type { AnyCall, Call } from '@/server/config/call';
import { changeUnchanged } from '../appointments/appointments.repository';
import { cancelUnchanged } from '../appointments/cancel.usecases';
import { visitorKey } from '../appointments/delivery-link';
import { releaseSetup } from '../appointments/setup-release';
import { hashToken } from '../auth/tokens';
import { type EntryFound, isReplaced, stateOf, type WaitingView } from './entries';
import { bookableAt, ownerOf, tooMany, viewOf } from './join.usecases';
import { acceptedFor } from './offers.usecases';
import {
  changeEntry,
  changingOffered,
  type EntryChanges,
  isHeldAt,
  mayJoin,
  selectByToken,
  selectLine,
  selectSameEntry,
} from './waiting-list.repository';

/** The token of an entry, which its person got in a message or sees in their account. */
type ByToken = { token: string };

async function findByToken({ deps }: AnyCall, { token }: ByToken): Promise<EntryFound> {
  const [found] = await selectByToken(deps.db.orm, hashToken(token));
  if (!found) throw new DomainError('not_found', WAITING_MESSAGES.token, { field: 'token' });
  return found;
}

/** Shows the page of an entry. It changes nothing, because programs open links in messages too. */
export async function openEntry(call: AnyCall, input: ByToken): Promise<WaitingView> {
  return viewOf(call.deps, await findByToken(call, input));
}

/** Changes an entry if it's as it was read, and returns it as its person sees it. */
async function change(
  { deps }: AnyCall,
  entry: WaitlistRow,
  changes: EntryChanges,
  isLeft?: ReturnType<typeof mayJoin>,
): Promise<WaitingView | null> {
  const now = deps.clock.now();
  const written = await tryWriteGuarded(deps.db, {
    guard: changeEntry(deps.db.orm, entry, { ...changes, updatedAt: now }, isLeft),
    matched: WROTE_BEFORE,
    view: [selectLine(deps.db.orm, entry.date)],
  });
  return written && viewOf(deps, { entry: written.changed, appointment: null }, written.view[0]);
}

/**
 * Confirms a guest's entry, which is in line from now on. Confirming twice is harmless.
 *
 * @throws `conflict` if the person has three open entries, or if it's too late
 */
export async function confirmEntry(call: AnyCall, input: ByToken): Promise<WaitingView> {
  const [found, isBookable] = await Promise.all([findByToken(call, input), bookableAt(call)]);
  const { entry } = found;
  if (entry.status !== 'unconfirmed') return viewOf(call.deps, found);
  const isLate = call.deps.clock.now() >= entry.createdAt + CONFIRM_MS;
  if (isLate || !isBookable(entry)) {
    throw new DomainError('conflict', WAITING_MESSAGES.past);
  }
  return joinLine(call, entry, input);
}

/** Puts an entry at the end of the line, within the limit of its person. */
async function joinLine(call: AnyCall, entry: WaitlistRow, input: ByToken): Promise<WaitingView> {
  const changes = {
    status: 'waiting',
    queuedAt: call.deps.clock.now(),
    appointmentId: null,
    acceptedAt: null,
  } as const;
  const { orm } = call.deps.db;
  const view = await change(call, entry, changes, mayJoin(orm, ownerOf(entry), entry));
  if (view) return view;
  // The same answer on another page may have come first.
  const found = await findByToken(call, input);
  if (found.entry.status === 'waiting') return viewOf(call.deps, found);
  if ((await selectSameEntry(orm, ownerOf(entry), entry)).length > 0)
    throw new DomainError('conflict', WAITING_MESSAGES.same);
  throw tooMany();
}

/**
 * Puts the entry at the end of the line again, after an offer was missed or declined, or the list was left.
 *
 * @throws `conflict` if the window can't be booked anymore, or the person has three open entries
 */
export async function stayInLine(call: AnyCall, input: ByToken): Promise<WaitingView> {
  const [found, isBookable] = await Promise.all([findByToken(call, input), bookableAt(call)]);
  const { entry } = found;
  if (entry.status === 'waiting') return viewOf(call.deps, found);
  if (!MAY_STAY.includes(entry.status)) {
    throw new DomainError('conflict', WAITING_MESSAGES.notOpen);
  }
  if (!isBookable(entry)) throw new DomainError('conflict', WAITING_MESSAGES.past);
  return joinLine(call, entry, input);
}

/** Leaves the list. An offered spot goes to the next person. Leaving twice is harmless. */
export const leaveList = (call: Call, input: ByToken) => withdraw(call, input, 'left');

/** Declines an offer. The spot goes to the next person. Declining twice is harmless. */
export const declineOffer = (call: Call, input: ByToken) => withdraw(call, input, 'declined');

const withdraw = (
  call: Call,
  input: ByToken,
  status: Extract<WaitingStatus, 'left' | 'declined'>,
): Promise<WaitingView> =>
  retryOnConflict(async () => {
    const found = await findByToken(call, input);
    const { entry, appointment } = found;
    if (entry.status === 'unconfirmed' || entry.status === 'waiting') {
      return change(call, entry, { status });
    }
    const state = stateOf(found, call.deps.clock.now());
    if (!appointment || (state !== 'offered' && state !== 'accepted')) {
      return viewOf(call.deps, found);
    }
    await releaseOffer(call, entry, appointment, { status, reason: 'The offer was declined.' });
    return openEntry(call, input);
  });

/** Cancels an offer's appointment and ends its entry in the same write. */
export async function releaseOffer(
  call: Call,
  entry: WaitlistRow,
  appointment: AppointmentRow,
  {
    reason,
    told = null,
    ...changes
  }: { status: WaitingStatus; reason: string; told?: ConditionalWrite | null },
): Promise<void> {
  const updatedAt = call.deps.clock.now();
  const isByStaff = changes.status === 'removed';
  const ending = changingOffered(entry, { ...changes, updatedAt, ...(isByStaff && { reason }) });
  const cancelled = await cancelUnchanged(call, appointment, reason, [ending, told]);
  await releaseSetup(call.deps, cancelled);
}

/**
 * An accepted offer, and the key that lets this browser add its card. Null once it's booked or its link
 * was replaced, because the delivery's own link opens it then.
 */
export type Taken = { entry: WaitingView; key: VisitorKey | null };

/**
 * Accepts an offer. The person then has some minutes to add a card, as for any booking. Accepting twice is
 * harmless.
 *
 * @throws `slot_taken` if the offer has ended
 */
export async function takeOffer({ deps }: Call, input: ByToken): Promise<Taken> {
  const found = await findByToken({ deps }, input);
  const { entry, appointment } = found;
  const now = deps.clock.now();
  const state = stateOf(found, now);
  if (appointment && (state === 'accepted' || state === 'booked')) {
    const key = state === 'booked' || isReplaced(appointment) ? null : keyTo(appointment);
    return { entry: await viewOf(deps, found), key };
  }
  if (!appointment || state !== 'offered') throw ended();
  const holdExpiresAt = Math.max(appointment.holdExpiresAt ?? 0, now + acceptedFor(deps));
  const written = await tryWriteGuarded(deps.db, {
    // The time is compared in the write too, so that an offer can't be accepted after it has ended.
    guard: changeUnchanged(
      deps.db.orm,
      appointment,
      { holdExpiresAt, updatedAt: now },
      isHeldAt(now),
    ),
    matched: WROTE_BEFORE,
    also: [changingOffered(entry, { acceptedAt: now, updatedAt: now })],
  });
  const entryNow = await openEntry({ deps }, input);
  // It may have been accepted on another page at the same time.
  if (!written && entryNow.state !== 'accepted') throw ended();
  return { entry: entryNow, key: keyTo(appointment) };
}

const ended = () => new DomainError('slot_taken', WAITING_MESSAGES.ended);

/** A guest's browser gets the key to the whole delivery. An account's owner signs in for that. */
const keyTo = (appointment: AppointmentRow): VisitorKey =>
  visitorKey(appointment, appointment.userId === null ? 'key' : 'link');
