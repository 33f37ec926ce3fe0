import {
  lastBookableDate,
  nextDelivery,
  type RecurringPlan,
  type RecurringStatus,
} from '@/domain/account/recurring';
import { prefilledCanType } from '@/domain/booking/options';
import type { CalendarDate } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import type { FuelType } from '@/domain/pricing/fuel';
import type { UserActor } from '@/domain/roles';
import { TIME_WINDOWS } from '@/domain/slots/windows';
import { type Deps, todayOf } from '@/server/deps';
import { createBooking } from '../appointments/booking.usecases';
import { findUserById, type UserRow } from '../auth/users.repository';
import { recurringPaused, recurringSkipped } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { useSavedCard } from '../payments/cards.usecases';
import { cardsOf } from '../payments/payment-methods.repository';
import { readOpenWindows } from '../slots/slots.usecases';
import { moveOn, type RecurringRow, recurringDue } from './recurring.repository';

const AT_ONCE = 50;

/** What became of one recurring delivery. */
type Outcome =
  | { kind: 'booked' }
  /** This date has no free window; the next one may. */
  | { kind: 'skipped' }
  /** Something is missing that its owner must bring. */
  | { kind: 'paused'; reason: string };

/**
 * Books what recurs as soon as its date can be booked, as its owner would: the same checks, a real
 * booking, their default card. It can be repeated and run twice at once: a date has one booking,
 * by its request id. Returns how many were dealt with.
 */
export async function bookRecurring({ deps }: { deps: Deps }): Promise<number> {
  const today = todayOf(deps);
  const due = await recurringDue(deps.db.orm, lastBookableDate(today), AT_ONCE);
  for (const row of due) {
    try {
      await bookNext(deps, row, today);
    } catch (error) {
      // Stripe may be out of reach; the next run goes on where this one stopped.
      deps.log.warn('a recurring delivery was not booked yet', {
        recurring: row.id,
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
  return due.length;
}

async function bookNext(deps: Deps, row: RecurringRow, today: CalendarDate): Promise<void> {
  const date = row.nextDelivery;
  const user = await findUserById(deps.db.orm, row.userId);
  if (!date || !user) return;
  const next = nextDelivery(date, row.planType as RecurringPlan, today);
  // A date that passed while nothing ran is let go without a word.
  const outcome = date <= today ? null : await tryToBook(deps, row, user, date);
  const isPaused = outcome?.kind === 'paused';
  const changes: { status?: RecurringStatus; nextDelivery: CalendarDate | null } = isPaused
    ? { status: 'paused', nextDelivery: null }
    : { nextDelivery: next };
  await deps.db.transaction(async (tx) => {
    if (!(await moveOn(tx, row, changes)) || !user.email) return;
    const to = { id: user.id, email: user.email, name: user.fullName };
    const letter =
      outcome?.kind === 'paused'
        ? recurringPaused(deps.settings, to, row.id, date, outcome.reason)
        : outcome?.kind === 'skipped'
          ? recurringSkipped(to, row.id, date, next)
          : null;
    if (letter) {
      const createdAt = deps.clock.now();
      await queueMessage(tx, { id: deps.ids.next(), createdAt, ...letter });
    }
  });
}

async function tryToBook(
  deps: Deps,
  row: RecurringRow,
  user: UserRow,
  date: CalendarDate,
): Promise<Outcome> {
  const [card] = await cardsOf(deps.db.orm, user.id);
  if (!card) return { kind: 'paused', reason: 'No card is saved in your account.' };
  if (!user.address) return { kind: 'paused', reason: 'Your profile has no address.' };
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    role: user.role,
    name: user.fullName || user.username,
    driverId: user.driverId,
  };
  const call = { deps, actor };
  const requestId = `recurring:${row.id}:${date}`;
  // The full windows are not tried; should the last one go meanwhile, the next one is.
  const windows = await readOpenWindows({ deps }, { date });
  for (const time of windows.length > 0 ? windows : [FIRST_WINDOW]) {
    try {
      const { appointment } = await createBooking(call, {
        date,
        time,
        location: user.address,
        slipNumber: '',
        fuelType: row.fuelType as FuelType,
        estimatedGallons: row.gallons,
        canType: prefilledCanType(user),
        smallIceBags: 0,
        mediumIceBags: 0,
        largeIceBags: 0,
        requestId,
      });
      if (!appointment.cardSaved) {
        const input = { appointmentId: appointment.id, paymentMethodId: card.id };
        await useSavedCard(call, input);
      }
      return { kind: 'booked' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'slot_taken') continue;
      // Its owner cancelled it at this very moment.
      if (error.code === 'conflict') return { kind: 'booked' };
      if (error.code === 'invalid_input') return { kind: 'paused', reason: error.message };
      throw error;
    }
  }
  return { kind: 'skipped' };
}

/** Asked for when no window is open, in case the one booking of this date is ours already. */
const FIRST_WINDOW = TIME_WINDOWS[0]?.label ?? '';
