import {
  retryOnConflict,
  tryWriteGuarded,
  WROTE_BEFORE,
  WriteConflict,
  writeGuarded,
} from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { cardTerms, consentText } from '@/domain/payment/terms';
import type { Actor } from '@/domain/roles';
import type { Call, Sender, UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { cardRow } from '../../appointments/access';
import {
  beginSetupOf,
  changeIf,
  columnOf,
  findAppointment,
  selectAppointment,
} from '../../appointments/appointments.repository';
import { type CustomerAppointment, customerView } from '../../appointments/appointments.view';
import { selectKeepsCapacity } from '../../appointments/holds.repository';
import { selectUser, type UserRow } from '../../auth/users.repository';
import {
  type ConsentFacts,
  consentFacts,
  consentOf,
  selectConsentFacts,
} from '../../legal/consent';
import { nameIn, selectAccountInUse } from '../charges/on-account.repository';
import { recordAccountCard } from './account-cards.usecases';
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
  /**
   * Null if no card has to be entered: in test mode, or if a card turns out to be saved already.
   */
  clientSecret: string | null;
  setupIntentId: string | null;
  /** True if no card is needed, stored, or charged. */
  testMode: boolean;
  /** Whom we bill by invoice instead of charging a card. Null if it needs a card. */
  billTo: string | null;
  /**
   * True if Stripe saved a card and we only learned of it now. It's the appointment's card from now
   * on.
   */
  cardSaved: boolean;
  /** The sentences that the customer agrees to by choosing a card. */
  consent: string;
  /**
   * Whether the customer can choose to keep an entered card in their account, and the current
   * choice.
   */
  keepsCard: { isAsked: boolean; isKept: boolean };
  /** How the browser reaches Stripe, or the sandbox in its place. */
  stripe: { publishableKey: string; sandboxBase: string | null };
};

/**
 * Begins a setup, which saves the card of a hold or replaces an appointment's card. An open setup
 * is reused. If a setup succeeded and we didn't learn of it, its card is recorded instead, so the
 * customer doesn't enter a second one. A test appointment needs no card and is booked right away,
 * and so is one of a house account. Each card counts, including the next one after a declined one. The sentences that the customer
 * sees are stored now, so that later changes don't alter what was agreed to.
 * @param sender null if our own program saves a card
 * @throws `slot_taken` if the hold expired and the window is full; `conflict` if the appointment is
 * closed or Stripe is still saving the card; `rate_limited` after too many cards
 */
export async function createPaymentAuthorization(
  { deps, actor }: Call,
  input: { appointmentId: string },
  sender: Sender | null,
): Promise<Authorization> {
  const { appointmentId } = input;
  const countedFor = countedForId(deps, appointmentId);
  const [[found], tries, [owner], [account], ...settings] = await deps.db.read(
    (orm) =>
      [
        selectAppointment(orm, appointmentId),
        selectTries(orm, countedFor),
        selectUser(orm, columnOf(appointmentId, 'userId')),
        selectAccountInUse(orm, appointmentId),
        ...selectConsentFacts(orm),
      ] as const,
  );
  const row = cardRow(actor, found ?? null);
  const { stripe } = deps.settings;
  const facts = consentFacts(deps, settings);
  const consent = consentOf(row, facts);
  const shown = { terms: cardTerms(consent), also: facts.also };
  const none = {
    clientSecret: null,
    setupIntentId: null,
    testMode: false,
    billTo: null,
    cardSaved: false,
    consent: consentText(consent),
    keepsCard: { isAsked: row.userId !== null, isKept: !row.setupForThisOnly },
  };
  if (row.testMode) {
    await finalizeAppointment({ deps, actor }, row, null);
    return { ...none, testMode: true, stripe };
  }
  if (account && row.status === 'pending' && !row.paymentMethodStored) {
    await finalizeAppointment({ deps, actor }, row, null, { onAccount: true });
    return { ...none, billTo: nameIn(account), stripe };
  }
  if (row.status === 'cancelled' || row.status === 'completed') {
    throw new DomainError('conflict', 'This delivery is closed, so it doesn’t need a card.');
  }

  const before = row.setupIntentId && (await deps.payments.retrieveSetupIntent(row.setupIntentId));
  if (before && before.status === 'processing') {
    throw new DomainError('conflict', 'We’re saving your card. Check again in a minute.');
  }
  if (before && before.status === 'succeeded' && !isKeptWith(row, before.paymentMethodId)) {
    await recordSetup(deps, actor, row, { intent: before });
    return { ...none, setupIntentId: before.id, cardSaved: true, stripe };
  }
  const reused = before && before.status === 'open' ? before : null;
  const attemptId = reused?.refusal && reused.attemptId;
  if (attemptId) await takeNextCardTry({ deps }, row, { attemptId }, sender);
  const seen = () => triesReadWith(deps, row, { tries, now: countedFor.now });
  const intent = reused
    ? await showAgain(deps, { row, shown }, reused)
    : await beginSetup(deps, { row, owner, shown, seen: await seen() }, sender);
  // Another call began a setup, or Stripe had deleted the customer.
  if (!intent) return createPaymentAuthorization({ deps, actor }, input, sender);
  return { ...none, clientSecret: intent.clientSecret, setupIntentId: intent.id, stripe };
}

/**
 * Saves whether the card that's being entered is kept in the customer's account or used for this
 * delivery only. It's saved before the card is, because Stripe's event may record the card first.
 */
export async function keepCard(
  { deps, actor }: UserCall,
  { appointmentId, keep }: { appointmentId: string; keep: boolean },
): Promise<{ isKept: boolean }> {
  const row = cardRow(actor, await findAppointment(deps.db.orm, appointmentId));
  if (row.userId !== actor.userId) throw new DomainError('not_found', MESSAGES.notFound);
  const changes = { setupForThisOnly: !keep, updatedAt: deps.clock.now() };
  await deps.db.write((orm) => changeIf(orm, row.id, {}, changes));
  return { isKept: keep };
}

/** The sentences on the card's screen, and the writes that store the texts they name. */
type ShownTerms = { terms: string[]; also: ConsentFacts['also'] };

/** A setup's appointment, customer, sentences on the screen, and earlier card tries. */
type SetupFacts = {
  row: AppointmentRow;
  owner: UserRow | undefined;
  shown: ShownTerms;
  seen: SeenTries;
};

/**
 * Stores the sentences if they differ from the last ones shown for an open setup.
 *
 * @returns the setup, or null if another one was begun since the read
 */
async function showAgain(
  deps: Deps,
  { row, shown }: Pick<SetupFacts, 'row' | 'shown'>,
  intent: SetupIntentView,
): Promise<SetupIntentView | null> {
  if (Bun.deepEquals(row.setupTerms, shown.terms)) return intent;
  const changes = { setupTerms: shown.terms, updatedAt: deps.clock.now() };
  const written = await tryWriteGuarded(deps.db, {
    guard: beginSetupOf(deps.db.orm, row, changes),
    matched: WROTE_BEFORE,
    also: shown.also,
  });
  return written && intent;
}

/**
 * Creates an appointment's next SetupIntent and counts its card in the write that stores it.
 *
 * @returns null if another call began a setup since the read, or the appointment has another
 *   customer at Stripe now
 */
async function beginSetup(
  deps: Deps,
  { row, owner, shown, seen }: SetupFacts,
  sender: Sender | null,
): Promise<SetupIntentView | null> {
  const setupAttempt = row.setupAttempt + 1;
  const counted = (tries: SeenTries) =>
    countedCard(deps, row, { card: String(setupAttempt), sender, seen: tries });
  // The limit is checked before Stripe is called.
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
    const setupTerms = shown.terms;
    const changes = { setupIntentId: intent.id, setupAttempt, setupTerms, updatedAt };
    await writeGuarded(deps.db, {
      guard: beginSetupOf(
        deps.db.orm,
        row,
        { ...changes, stripeCustomerId: customerId },
        card.guard,
      ),
      matched: WROTE_BEFORE,
      also: [(orm, onlyIf) => insertTry(orm, card.row, onlyIf), ...shown.also],
    });
    return { isBegun: true };
  });
  return isBegun ? intent : null;
}

/**
 * Creates a SetupIntent. Returns null if Stripe had deleted the customer, and the appointment has
 * another one now.
 */
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

/** Counts the card against the current tries. Returns null if another setup has begun. */
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
 * Records the saved card and ends the hold. If the appointment has a card, the new one replaces it.
 * Stripe decides whether the card is saved. IDs from the browser only name the setup to check.
 *
 * @throws `payment_failed` until the card is saved; `slot_taken` if the hold expired and the window
 *   is full
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

/**
 * Records a saved card from an event. The appointment or account comes from our own metadata. Without
 * any, the event is ignored.
 */
export async function recordSetupFromEvent(deps: Deps, setupIntentId: string): Promise<void> {
  const intent = await deps.payments.retrieveSetupIntent(setupIntentId);
  if (intent.accountId !== null) return recordAccountCard(deps, intent);
  const row = intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!row || row.setupIntentId !== intent.id || intent.status !== 'succeeded') return;
  try {
    await recordSetup(deps, { kind: 'system', name: 'Stripe' }, row, { intent });
  } catch (error) {
    // An expired hold or a closed appointment only means that the card comes too late, so the event
    // counts as handled.
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
