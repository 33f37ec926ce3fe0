import { retryOnConflict, WROTE_BEFORE, WriteConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Call, Sender } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { cardRow } from '../../appointments/access';
import {
  beginSetupOf,
  columnOf,
  findAppointment,
  selectAppointment,
} from '../../appointments/appointments.repository';
import { type CustomerAppointment, customerView } from '../../appointments/appointments.view';
import { selectKeepsCapacity } from '../../appointments/holds.repository';
import { selectUser, type UserRow } from '../../auth/users.repository';
import { insertTry, selectTries } from './card-tries.repository';
import {
  type CountedCard,
  countedCard,
  countedForId,
  type SeenTries,
  takeNextCardTry,
  triesReadWith,
} from './card-tries.usecases';
import { isReplaced } from './deleted-customers.usecases';
import { finalizeAppointment, isKeptWith } from './finalize-appointment.usecases';
import { customerOf } from './stripe-customer';

export type Authorization = {
  /** Null where no card is to be typed: in test mode, and when it turns out to be saved already. */
  clientSecret: string | null;
  setupIntentId: string | null;
  /** No card is needed, stored or charged. */
  testMode: boolean;
  /** Stripe saved a card that we had not heard of; now it is the appointment's. */
  cardSaved: boolean;
  /** What the browser needs to reach Stripe, or the sandbox in its place. */
  stripe: { publishableKey: string; sandboxBase: string | null };
};

/**
 * Begins a setup: the saving of a card for a held appointment, or of another card for one that has a
 * card. An open setup is used again. A setup that went through unheard is recorded instead, so
 * the customer types no second card. A test appointment needs no card and is kept at once
 *. Each card counts, also the next one after a declined one. Throws `slot_taken` when the hold
 * expired and the time slot is gone, `conflict` when the appointment is closed or Stripe is still
 * saving the card, and `rate_limited` when too many cards were tried.
 *
 * @param sender null where our own program saves a card
 */
export async function createPaymentAuthorization(
  { deps, actor }: Call,
  input: { appointmentId: string },
  sender: Sender | null,
): Promise<Authorization> {
  const { appointmentId } = input;
  const countedFor = countedForId(deps, appointmentId);
  const [[found], tries, [owner]] = await deps.db.read((orm) => [
    selectAppointment(orm, appointmentId),
    selectTries(orm, countedFor),
    selectUser(orm, columnOf(appointmentId, 'userId')),
  ]);
  const row = cardRow(actor, found ?? null);
  const { stripe } = deps.settings;
  const none = { clientSecret: null, setupIntentId: null, testMode: false, cardSaved: false };
  if (row.testMode) {
    await finalizeAppointment({ deps, actor }, row, null);
    return { ...none, testMode: true, stripe };
  }
  if (row.status === 'cancelled' || row.status === 'completed') {
    throw new DomainError('conflict', 'This delivery is closed, so no card is needed for it.');
  }

  const before = row.setupIntentId && (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  if (before && before.status === 'processing') {
    throw new DomainError('conflict', 'Your card is being saved. Please look again in a minute.');
  }
  if (before && before.status === 'succeeded' && !isKeptWith(row, before.paymentMethodId)) {
    await recordSetup(deps, actor, row, { intent: before });
    return { ...none, setupIntentId: before.id, cardSaved: true, stripe };
  }
  const reused = before && before.status === 'open' ? before : null;
  const attemptId = reused?.refusal && reused.attemptId;
  if (attemptId) await takeNextCardTry({ deps }, row, { attemptId }, sender);
  const seen = () => triesReadWith(deps, row, { tries, now: countedFor.now });
  const intent = reused ?? (await beginSetup(deps, { row, owner, seen: await seen() }, sender));
  // The appointment changed meanwhile: another call began a setup, or Stripe had deleted its customer.
  if (!intent) return createPaymentAuthorization({ deps, actor }, input, sender);
  return { ...none, clientSecret: intent.clientSecret, setupIntentId: intent.id, stripe };
}

/** What a setup begins with: its appointment, the customer, and the cards that were tried. */
type Begun = { row: AppointmentRow; owner: UserRow | undefined; seen: SeenTries };

/**
 * The next SetupIntent of an appointment, whose card is counted in the write that keeps it; null when
 * another call began one since `row` was read, or the appointment has another customer at Stripe now.
 */
async function beginSetup(
  deps: Deps,
  { row, owner, seen }: Begun,
  sender: Sender | null,
): Promise<SetupIntentView | null> {
  const setupAttempt = row.setupAttempt + 1;
  const counted = (tries: SeenTries) =>
    countedCard(deps, row, { card: String(setupAttempt), sender, seen: tries });
  // No call to Stripe for a card that is one too many.
  let counting: CountedCard | null = counted(seen);
  const customerId = await customerOf(deps, row, owner);
  const intent = await setupIntentFor(deps, {
    appointmentId: row.id,
    customerId,
    attempt: setupAttempt,
  });
  if (!intent) return null;
  const { isBegun } = await retryOnConflict(async () => {
    const card = counting ?? (await countAgain(deps, row, seen.countedFor, counted));
    counting = null;
    if (!card) return { isBegun: false };
    const updatedAt = deps.clock.now();
    const changes = { setupIntentId: intent.id, setupAttempt, updatedAt };
    await writeGuarded(deps.db, {
      guard: beginSetupOf(
        deps.db.orm,
        row,
        { ...changes, stripeCustomerId: customerId },
        card.guard,
      ),
      matched: WROTE_BEFORE,
      also: [(orm, onlyIf) => insertTry(orm, card.row, onlyIf)],
    });
    return { isBegun: true };
  });
  return isBegun ? intent : null;
}

/** A SetupIntent; null where Stripe had deleted the customer, and the appointment has another one now. */
async function setupIntentFor(
  deps: Deps,
  input: Parameters<Deps['payments']['createSetupIntent']>[0],
): Promise<SetupIntentView | null> {
  try {
    return await deps.payments.createSetupIntent(input);
  } catch (error) {
    if (await isReplaced(deps, error, input.customerId)) return null;
    throw error;
  }
}

/** The card, counted by the tries as they are by now; null where another setup began meanwhile. */
async function countAgain(
  deps: Deps,
  row: AppointmentRow,
  countedFor: SeenTries['countedFor'],
  counted: (seen: SeenTries) => CountedCard,
): Promise<CountedCard | null> {
  const [[found], tries] = await deps.db.read((orm) => [
    selectAppointment(orm, row.id),
    selectTries(orm, countedFor),
  ]);
  const isSame =
    found?.setupAttempt === row.setupAttempt && found.setupIntentId === row.setupIntentId;
  return isSame ? counted({ tries, countedFor }) : null;
}

/**
 * Records the saved card and ends the hold; on an appointment that has a card, the new one
 * takes its place. Stripe says whether the card is saved; ids from the browser only say where to
 * look. Throws `payment_failed` while it is not saved, and `slot_taken` when the hold expired and the
 * time slot is gone.
 */
export async function confirmPaymentSetup(
  { deps, actor }: Call,
  input: { appointmentId: string; setupIntentId: string },
): Promise<CustomerAppointment> {
  const [[found], [hold]] = await deps.db.read((orm) => [
    selectAppointment(orm, input.appointmentId),
    selectKeepsCapacity(orm, input.appointmentId, deps.clock.now()),
  ]);
  const row = cardRow(actor, found ?? null);
  if (row.setupIntentId !== input.setupIntentId) {
    throw new DomainError('not_found', MESSAGES.notFound);
  }
  const holdLasts = hold?.keepsCapacity ?? false;
  return customerView(await recordSetup(deps, actor, row, { holdLasts }));
}

/** The same from an event. Finds the appointment by our own metadata; without one, does nothing. */
export async function recordSetupFromEvent(deps: Deps, setupIntentId: string): Promise<void> {
  const intent = await deps.payments.retrieveSetupIntent(setupIntentId);
  const row = intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!row || row.setupIntentId !== intent.id || intent.status !== 'succeeded') return;
  try {
    await recordSetup(deps, { kind: 'system', name: 'Stripe' }, row, { intent });
  } catch (error) {
    // A hold that expired or a closed appointment is an answer, not a failure of the event.
    const isAnswer = error instanceof DomainError && error.code !== 'unavailable';
    if (!isAnswer || error instanceof WriteConflict) throw error;
  }
}

async function recordSetup(
  deps: Deps,
  actor: Actor,
  row: AppointmentRow,
  known: { intent?: SetupIntentView; holdLasts?: boolean },
): Promise<AppointmentRow> {
  if (!row.setupIntentId) throw new DomainError('not_found', MESSAGES.notFound);
  const intent = known.intent ?? (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  const ours = intent.appointmentId === row.id && intent.customerId === row.stripeCustomerId;
  if (!ours) throw new DomainError('not_found', MESSAGES.notFound);
  if (intent.status !== 'succeeded' || !intent.paymentMethodId) {
    throw new DomainError('payment_failed', intent.refusal?.message ?? 'Payment setup failed');
  }
  if (isKeptWith(row, intent.paymentMethodId)) return row;
  const card = {
    paymentMethodId: intent.paymentMethodId,
    brand: intent.card?.brand ?? null,
    last4: intent.card?.last4 ?? null,
    fingerprint: intent.card?.fingerprint ?? null,
    expMonth: intent.card?.expMonth ?? null,
    expYear: intent.card?.expYear ?? null,
    savedId: null,
  };
  return finalizeAppointment({ deps, actor }, row, card, known);
}
