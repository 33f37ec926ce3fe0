import { tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { type Evening, eveningAt } from '@/domain/messages/evening';
import { cardTrouble } from '@/domain/payment/card-trouble';
import { localMoment } from '@/domain/time';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { deliveryFacts } from '../appointments/delivery-link';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { type DueTime, dueIfAny } from '../leases/leases.repository';
import { message } from '../messages/message';
import { checkCard } from '../payments/cards/lost-cards.usecases';
import { noteRejection } from '../payments/health/troubles.usecases';
import {
  beginEvening,
  dropCheck,
  type EveningCheck,
  finishCheck,
  postponeCheck,
  REMINDED_STATUSES,
  selectBeginning,
  selectChecked,
  selectDueCheck,
  selectDueChecks,
} from './evening.repository';

/** Number of checks read at a time. */
const AT_ONCE = 20;
/**
 * The pauses after a card couldn't be looked up. After the last one, the customer is reminded
 * anyway.
 */
const PAUSES_MS = [60_000, 300_000, 900_000];

/** Checks whether `remindOfTomorrow` has work to do. */
export function eveningToHandle({ deps }: AnyCall): DueTime {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const local = localMoment(now, settings.timeZone);
  return dueIfAny(
    selectDueCheck(db.orm, now),
    selectBeginning(db.orm, local, businessSettingsOf(deps)),
  );
}

/**
 * Checks the cards of tomorrow's confirmed deliveries and reminds their customers, once each. No
 * card is charged. A process that starts during the evening catches up. After the evening, nobody is
 * reminded.
 *
 * @returns the number of reminders
 */
export async function remindOfTomorrow({ deps }: AnyCall, stopping?: AbortSignal): Promise<number> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const [row] = await selectBusinessSettings(db.orm);
  const evening = eveningAt(now, businessSettingsOf(deps, row), settings.timeZone);
  if (evening) await beginEvening(db, evening, now);
  let reminded = 0;
  for (;;) {
    const due = await selectDueChecks(db.orm, clock.now(), AT_ONCE);
    if (due.length === 0) return reminded;
    for (const check of due) {
      if (stopping?.aborted) return reminded;
      if (await handle(deps, check, evening)) reminded += 1;
    }
  }
}

/** Returns true if this process reminded the customer. */
async function handle(deps: Deps, check: EveningCheck, evening: Evening | null): Promise<boolean> {
  const { db } = deps;
  const found = await read(deps, check);
  if (!found || evening?.date !== check.date) {
    await dropCheck(db, check);
    return false;
  }
  const looked = needsLook(found) ? await lookUp(deps, check, found.appointment) : 'here';
  if (looked === null) return false;
  // The lookup may have renewed the card or taken it off the delivery.
  const current = needsLook(found) ? await read(deps, check) : found;
  if (!current) {
    await dropCheck(db, check);
    return false;
  }
  const { appointment, isByInvoice } = current;
  const refusedCard = looked === 'unknown' ? appointment.stripePaymentMethodId : null;
  const trouble = cardTrouble(appointment, { isByInvoice, refusedCard });
  const facts = deliveryFacts(deps, appointment);
  const written = await tryWriteGuarded(db, {
    guard: finishCheck(db.orm, check, appointment, refusedCard),
    matched: WROTE_BEFORE,
    also: [
      trouble
        ? message({ deps }, 'reminder-card', { ...facts, trouble })
        : message({ deps }, 'reminder', { ...facts, isByInvoice }),
    ],
  });
  // If the delivery has changed since it was read, the check is tried again.
  if (!written) await postponeCheck(db, check, deps.clock.now() + 1);
  return written !== null;
}

type Checked = Awaited<ReturnType<typeof selectChecked>>[number];

/** Reads a check's delivery. Null if it was moved, cancelled, or begun since the evening began. */
async function read({ db }: Deps, { appointmentId, date }: EveningCheck): Promise<Checked | null> {
  const [found] = await selectChecked(db.orm, appointmentId);
  if (!found) return null;
  const { appointment } = found;
  return appointment.date === date && REMINDED_STATUSES.includes(appointment.status) ? found : null;
}

const needsLook = ({ appointment, isByInvoice }: Checked) =>
  appointment.stripePaymentMethodId !== null && !appointment.testMode && !isByInvoice;

/**
 * Looks a card up at Stripe, which neither charges it nor asks its bank. Without an answer, it's
 * tried a few more times, and then the customer is reminded with what we know.
 *
 * @returns null if it's tried again later
 */
async function lookUp(
  deps: Deps,
  check: EveningCheck,
  { id, stripePaymentMethodId }: AppointmentRow,
): Promise<'here' | 'gone' | 'unknown' | null> {
  try {
    // Its customer is asked in the reminder instead of in a second message.
    return await checkCard(deps, stripePaymentMethodId ?? '', { askedElsewhere: id });
  } catch (error) {
    await noteRejection({ deps }, error);
    deps.log.warn("a card couldn't be looked up for a reminder", {
      appointment: id,
      ...errorFields(error),
    });
    const pauseMs = PAUSES_MS[check.attempts];
    if (pauseMs === undefined) return 'here';
    await postponeCheck(deps.db, check, deps.clock.now() + pauseMs);
    return null;
  }
}
