import { tryWriteGuarded, WROTE_BEFORE, WriteConflict } from '@/db/guarded-batch';
import { dockAt } from '@/domain/account/docks';
import { MAX_RECURRING, nextDelivery, type RecurringStatus } from '@/domain/account/recurring';
import { advancedTo, hasPlace, orderOfPlan } from '@/domain/account/recurring-plan';
import type { BookAppointmentInput } from '@/domain/appointment/book-call.schema';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { prefilledCanType } from '@/domain/order/options';
import { cardName, isExpiredBy } from '@/domain/payment/card';
import { FIRST_RECURRING_TERMS } from '@/domain/payment/terms';
import type { Actor } from '@/domain/roles';
import { closedReason, weekdayTimeSlots } from '@/domain/slots/hours';
import { TIME_SLOTS, timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall, Call, UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { bookAppointment } from '../appointments/book.usecases';
import { audit } from '../audit/audit';
import { actorOfUser } from '../auth/actor';
import { findUserById, selectBillTo, type UserRow } from '../auth/users.repository';
import { selectBoats } from '../boats/boats.repository';
import { selectDocks } from '../boats/docks.repository';
import { dueIfAny } from '../leases/leases.repository';
import { message } from '../messages/message';
import { createPaymentAuthorization } from '../payments/cards/card-setup.usecases';
import { type CardRow, selectCards } from '../payments/cards/saved-cards.repository';
import { usableCard, useSavedCard } from '../payments/cards/saved-cards.usecases';
import { noteRejection } from '../payments/health/troubles.usecases';
import { lastBookable } from '../slots/hours.repository';
import { readHours, readOpenTimeSlots } from '../slots/slots.usecases';
import { changeIfUnchanged, type RecurringRow, selectRecurringDue } from './recurring.repository';
import { listRecurring, type RecurringList, statusChanged } from './recurring.usecases';

const RECURRING: Actor = { kind: 'system', name: 'Recurring deliveries' };

/** Maximum number of recurring deliveries booked in one run. */
const AT_ONCE = 50;

/** The outcome of one date of a recurring delivery. */
type Outcome =
  | { kind: 'booked' }
  /**
   * This date can't be booked, but the next one may. `reason` is a sentence, or null if the date is
   * full.
   */
  | { kind: 'skipped'; reason: string | null }
  /** Something is missing that only the owner can provide. */
  | { kind: 'paused'; reason: string };

/** Checks whether `bookRecurring` has work to do. */
export const recurringToBook = ({ deps }: AnyCall) =>
  dueIfAny(selectRecurringDue(deps.db.orm, lastBookable(todayOf(deps)), 1));

/**
 * Books the next date of each recurring delivery as soon as customers may book it. Each is an
 * ordinary appointment with the same checks and the owner's default card, or on their house account. Two runs at the same time
 * are harmless, because the request ID allows one appointment per date.
 *
 * @returns the number of recurring deliveries it processed
 */
export async function bookRecurring({ deps }: AnyCall): Promise<number> {
  const today = todayOf(deps);
  const due = await selectRecurringDue(deps.db.orm, lastBookable(today), AT_ONCE);
  await bookEach(deps, due, today);
  return due.length;
}

/** Maximum number of dates that one run books for one recurring delivery. */
const DATES_AT_ONCE = 2;

/**
 * Books the caller's own recurring deliveries now, so that the first one is in the list seconds
 * after it was set up. The job books whatever this misses.
 */
export async function bookOwnRecurring(call: UserCall): Promise<RecurringList> {
  const { deps, actor } = call;
  const today = todayOf(deps);
  for (let round = 0; round < DATES_AT_ONCE; round += 1) {
    const due = await selectRecurringDue(
      deps.db.orm,
      lastBookable(today),
      MAX_RECURRING,
      actor.userId,
    );
    if (due.length === 0) break;
    await bookEach(deps, due, today);
  }
  return listRecurring(call);
}

async function bookEach(deps: Deps, due: RecurringRow[], today: CalendarDate): Promise<void> {
  for (const row of due) {
    try {
      await bookNext(deps, row, today);
    } catch (error) {
      // Stripe may be unreachable. The next run tries again.
      await noteRejection({ deps }, error);
      deps.log.warn("couldn't book a recurring delivery yet", {
        recurring: row.id,
        ...errorFields(error),
      });
    }
  }
}

async function bookNext(deps: Deps, row: RecurringRow, today: CalendarDate): Promise<void> {
  const date = row.nextDelivery;
  const user = await findUserById(deps.db.orm, row.userId);
  if (!date || !user) return;
  const next = nextDelivery(date, row.planType, today);
  // A date that passed while no process was running is skipped without a message.
  const outcome = date <= today ? null : await tryToBook(deps, row, user, date);
  const isPaused = outcome?.kind === 'paused';
  const changes: { status?: RecurringStatus; nextDelivery: CalendarDate | null } = isPaused
    ? { status: 'paused', nextDelivery: null }
    : advancedTo(row, next);
  const hasEnded = changes.status === 'cancelled';
  const facts = { account: user, recurringId: row.id, date };
  const stopped = audit(
    { deps, actor: RECURRING },
    statusChanged(row, isPaused ? 'paused' : 'cancelled'),
  );
  await tryWriteGuarded(deps.db, {
    guard: changeIfUnchanged(deps.db.orm, row, changes),
    ...(isPaused || hasEnded ? { audit: stopped } : { matched: WROTE_BEFORE }),
    also: [
      outcome?.kind === 'paused'
        ? message({ deps }, 'recurring-paused', { ...facts, reason: outcome.reason })
        : null,
      outcome?.kind === 'skipped'
        ? message({ deps }, 'recurring-skipped', { ...facts, next, reason: outcome.reason })
        : null,
    ],
  });
}

async function tryToBook(
  deps: Deps,
  row: RecurringRow,
  user: UserRow,
  date: CalendarDate,
): Promise<Outcome> {
  const [[account], [saved]] = await deps.db.read((orm) => [
    selectBillTo(orm, user.id),
    selectCards(orm, user.id),
  ]);
  if (!account && !saved) return { kind: 'paused', reason: 'No card is saved in your account.' };
  if (!user.address && !hasPlace(row)) {
    return { kind: 'paused', reason: 'Your profile has no address.' };
  }
  const call = { deps, actor: actorOfUser(user) };
  const card = account || !saved ? null : await cardFor(deps, saved, date);
  if (card && 'refusal' in card) return { kind: 'paused', reason: card.refusal };
  const boatAndDock = await boatAndDockOf(deps, row, user.address ?? '');
  if ('refusal' in boatAndDock) return { kind: 'paused', reason: boatAndDock.refusal };
  const requestId = `recurring:${row.id}:${date}`;
  // Tries the available windows one by one, because another customer may take one in the meantime.
  const timeSlots = preferredFirst(await readOpenTimeSlots({ deps }, { date }), row.slotIndex);
  for (const time of timeSlots.length > 0 ? timeSlots : [await firstTimeSlot(deps, date)]) {
    try {
      const order = {
        date,
        time,
        ...orderOfPlan(row),
        ...boatAndDock,
        canType: row.canType ?? prefilledCanType(user),
        requestId,
      };
      const { appointment } = await bookAppointment(call, order, null);
      const { id: appointmentId } = appointment;
      if (!card) await bookOnAccount(call, appointmentId);
      else if (!appointment.cardSaved) {
        const input = { appointmentId, paymentMethodId: card.id };
        await useSavedCard(call, input, row.terms ?? FIRST_RECURRING_TERMS);
      }
      return { kind: 'booked' };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof WriteConflict) throw error;
      if (error.code === 'slot_taken') continue;
      // The owner has just cancelled this date.
      if (error.code === 'conflict') return { kind: 'booked' };
      if (error.code === 'invalid_input') return { kind: 'paused', reason: error.message };
      if (error.code === 'rate_limited') return { kind: 'skipped', reason: error.message };
      throw error;
    }
  }
  const closed = closedReason(await readHours({ deps }), date);
  return { kind: 'skipped', reason: closed && `We don’t deliver that day: ${closed}.` };
}

/**
 * Ends an appointment's hold without a card.
 *
 * @throws WriteConflict if the house account has ended since, so the next run needs a card
 */
async function bookOnAccount(call: Call, appointmentId: string): Promise<void> {
  const { billTo } = await createPaymentAuthorization(call, { appointmentId }, null);
  if (billTo === null) throw new WriteConflict();
}

/** Returns the default card as Stripe has it now, or the reason it can't be charged on the date. */
async function cardFor(deps: Deps, saved: CardRow, date: CalendarDate) {
  try {
    const { card } = await usableCard(deps, saved);
    const name = cardName({ brand: card.cardBrand, last4: card.cardLast4 });
    return isExpiredBy(card, date) ? { refusal: `Your ${name} expires before then.` } : card;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict')
      return { refusal: error.message };
    throw error;
  }
}

type BoatAndDock = Pick<BookAppointmentInput, 'location' | 'slipNumber' | 'boatId' | 'dockId'>;

/**
 * Returns the boat and the place of a recurring delivery. Without a place of its own, it goes to the
 * profile's address, and to the account's dock there, if any. Without a boat, it's for the default
 * one.
 */
async function boatAndDockOf(
  deps: Deps,
  row: RecurringRow,
  address: string,
): Promise<BoatAndDock | { refusal: string }> {
  const [boats, docks] = await deps.db.read((orm) => [
    selectBoats(orm, row.userId),
    selectDocks(orm, row.userId),
  ]);
  const boat = row.boatId
    ? boats.find(({ id }) => id === row.boatId)
    : (boats.find(({ isDefault }) => isDefault) ?? null);
  if (boat === undefined) return { refusal: 'Its boat isn’t in your account anymore.' };
  const boatId = boat?.id ?? null;
  if (row.dockId === null && row.location !== null) {
    return { location: row.location, slipNumber: row.slipNumber, boatId };
  }
  const dock = row.dockId ? docks.find(({ id }) => id === row.dockId) : dockAt(docks, address);
  if (dock === undefined) return { refusal: 'Its dock isn’t in your account anymore.' };
  return {
    location: row.dockId ? (dock?.label ?? address) : address,
    slipNumber: dock?.slip ?? null,
    dockId: dock?.id,
    boatId,
  };
}

/**
 * If no window is available, this one is tried, because this date's appointment may already exist.
 */
async function firstTimeSlot(deps: Deps, date: CalendarDate): Promise<string> {
  const [first = TIME_SLOTS[0]] = weekdayTimeSlots(await readHours({ deps }), date);
  return first?.label ?? '';
}

/** Moves the preferred window to the front, if it's open. */
function preferredFirst(open: readonly string[], slotIndex: number | null): readonly string[] {
  const preferred = slotIndex === null ? null : timeSlotLabel(slotIndex);
  return open.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
}
