import {
  type ConditionalWrite,
  retryOnConflict,
  WROTE_BEFORE,
  writeGuarded,
} from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { openLimit, tooManyOnCard } from '@/domain/appointment/open-limit';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError, MESSAGES } from '@/domain/errors';
import { cardTerms } from '@/domain/payment/terms';
import { shownPhone } from '@/domain/phone-number';
import type { AnyCall, Call } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { changeUnchanged, selectAppointment } from '../../appointments/appointments.repository';
import { deliveryFacts } from '../../appointments/delivery-link';
import {
  keepsCapacity,
  lostCapacity,
  selectKeepsCapacity,
} from '../../appointments/holds.repository';
import { isWithinCardLimit, selectOnCard } from '../../appointments/open-limit.repository';
import { releaseSetup } from '../../appointments/setup-release';
import { audit } from '../../audit/audit';
import { consentFacts, consentOf, selectConsentFacts } from '../../legal/consent';
import { message } from '../../messages/message';
import { withdrawingUnsent } from '../../messages/message.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { hasAccountInUse } from '../charges/on-account.repository';
import { markSaved } from './card-tries.repository';
import { isInAccount, savingCardOf, selectCard, selectSaved } from './saved-cards.repository';

const HOLD_EXPIRED = 'The hold expired.';
const ON_TOO_MANY = 'The card is on too many deliveries.';

/** The card that an appointment will be charged with. */
export type KeptCard = {
  paymentMethodId: string;
  brand: string | null;
  last4: string | null;
  /** Identifies the card number at Stripe. */
  fingerprint: string | null;
  expMonth: number | null;
  expYear: number | null;
  /** The card's ID in the customer's account, or null if it was just entered. */
  savedId: string | null;
  /** The card's customer at Stripe, if the appointment may not have one yet. */
  customerId?: string;
};

/** A card with the sentences that its customer agreed to, and writes that store the texts they name. */
type AgreedCard = KeptCard & { terms: string[]; also: ConditionalWrite[] };

/** The error `not_found`: the card isn't one of this person's. */
export const unknownCard = () =>
  new DomainError('not_found', 'We couldn’t find that card.', { field: 'paymentMethodId' });

/**
 * Ends a hold with a card, or without one in test mode or for a house account. If the appointment has a card, the new one
 * replaces it. Repeating the call changes nothing.
 *
 * @param read facts read together with `found`: whether its hold keeps its capacity, and the saved
 *   card
 * @throws `slot_taken` if the hold expired and the window is full; `conflict` if the appointment is
 *   closed; `not_found` if another setup has begun since the read or the saved card is gone;
 *   `rate_limited` if the card is on too many open deliveries, which releases the hold
 */
export async function finalizeAppointment(
  call: Call,
  found: AppointmentRow,
  card: KeptCard | null,
  {
    holdLasts = false,
    saved,
    agreed,
    onAccount = false,
  }: Partial<Omit<KeepFacts, 'row'>> & Agreed = {},
): Promise<AppointmentRow> {
  const { deps } = call;
  const isRead = holdLasts && (!card?.savedId || saved !== undefined);
  // The guard of the write counts the card's deliveries, so they're only read if the write fails.
  const first: KeepFacts | null = isRead ? { row: found, holdLasts, saved, onCard: 0 } : null;
  const { before, kept, after, isOnTooMany, isReplacedSaved } = await retryOnConflict(
    async (known) =>
      keepOrExpire(call, found, card, {
        ...(known ?? (await readFacts(deps, found.id, card))),
        ...{ agreed, onAccount },
      }),
    first,
  );
  if (!kept) {
    // A card that was already in the account stays there.
    if (card && !card.savedId) await forgetCard(deps, after.id, card.paymentMethodId);
    if (isOnTooMany) {
      await releaseSetup(deps, after);
      throw await onTooMany(deps);
    }
    throw notKept(after);
  }
  const replaced = card && before.stripePaymentMethodId;
  if (replaced && replaced !== card.paymentMethodId && !isReplacedSaved) {
    await forgetCard(deps, before.id, replaced);
  }
  return after;
}

/** The appointment before and after, and whether it's booked for good. */
type Finalized = {
  before: AppointmentRow;
  after: AppointmentRow;
  kept: boolean;
  /** True if the appointment wasn't booked because the card is on too many open deliveries. */
  isOnTooMany?: boolean;
  /** True if its old card is saved in an account, which keeps it. */
  isReplacedSaved?: boolean;
};

/** The terms that the customer agreed to elsewhere. If omitted, they agreed on the card screen. */
type Agreed = {
  agreed?: readonly string[] | undefined;
  /** True if the customer's house account is billed, so that no card is needed. */
  onAccount?: boolean;
};

type SavedCard = Awaited<ReturnType<typeof selectCard>>[number];
type KeepFacts = {
  row: AppointmentRow;
  holdLasts: boolean;
  saved: SavedCard | undefined;
  /** The number of other open deliveries with the card. */
  onCard: number;
};

/**
 * Reads the facts again, because the card may be recorded or the appointment changed since `found`.
 */
async function readFacts(deps: Deps, id: string, card: KeptCard | null): Promise<KeepFacts> {
  const fingerprint = card?.fingerprint ?? '';
  const [[row], [hold], [saved], [onCard]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectKeepsCapacity(orm, id, deps.clock.now()),
    selectCard(orm, card?.savedId ?? ''),
    selectOnCard(orm, { id, fingerprint }, openAt(deps)),
  ]);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  const holdLasts = hold?.keepsCapacity ?? false;
  return { row, holdLasts, saved, onCard: onCard?.count ?? 0 };
}

async function keepOrExpire(
  call: Call,
  found: AppointmentRow,
  card: KeptCard | null,
  { row, holdLasts, saved, onCard, agreed, onAccount = false }: KeepFacts & Agreed,
): Promise<Finalized> {
  const now = call.deps.clock.now();
  const unchanged = (kept: boolean): Finalized => ({ before: row, after: row, kept });
  if (card && isKeptWith(row, card.paymentMethodId)) return unchanged(true);
  if (card?.savedId === null && row.setupIntentId !== found.setupIntentId) {
    throw new DomainError('not_found', MESSAGES.notFound);
  }
  // The customer may be removing the card right now.
  if (card?.savedId && !saved) throw unknownCard();
  if (CLOSED_STATUSES.includes(row.status)) {
    return { ...unchanged(false), isOnTooMany: row.cancelReason === ON_TOO_MANY };
  }
  if (!holdLasts) {
    return row.status === 'pending' ? writeExpiry(call, row, now) : unchanged(false);
  }
  if (!card && row.holdExpiresAt === null) return unchanged(true);
  const most = cardLimitOf(call.deps, row, card);
  if (most !== null && onCard >= most) {
    return writeRefused(call, row, now);
  }
  const terms = agreed ?? row.setupTerms;
  const shown = terms ? { terms: [...terms], also: [] } : await currentTerms(call.deps, row);
  return writeKept(call, row, card && { ...card, ...shown }, { now, onAccount });
}

/**
 * Returns the terms that the card screen would show now, for a card that was chosen without that
 * screen.
 */
async function currentTerms(deps: Deps, row: AppointmentRow) {
  const facts = consentFacts(deps, await deps.db.read(selectConsentFacts));
  return { terms: cardTerms(consentOf(row, facts)), also: facts.also };
}

const openAt = (deps: Deps) => ({ today: todayOf(deps), now: deps.clock.now() });

/**
 * Maximum number of open deliveries that may use a card. Null if there's no limit: for deliveries that staff
 * booked or confirmed, and cards without a fingerprint.
 */
function cardLimitOf(
  { settings }: Deps,
  { status, heldByPhone }: AppointmentRow,
  card: KeptCard | null,
): number | null {
  if (!card?.fingerprint || status !== 'pending' || heldByPhone === null) return null;
  return openLimit(settings.limitFactor);
}

async function onTooMany({ db, settings }: Deps): Promise<DomainError> {
  const [support] = await selectSupport(db.orm);
  const most = openLimit(settings.limitFactor) ?? 0;
  return new DomainError(
    'rate_limited',
    tooManyOnCard(most, shownPhone(supportView(support).phone)),
  );
}

/** True if the appointment is booked for good with this card. */
export const isKeptWith = (row: AppointmentRow, paymentMethodId: string | null) =>
  row.paymentMethodStored &&
  row.holdExpiresAt === null &&
  row.stripePaymentMethodId === paymentMethodId;

/** Ends the hold and stores the card on the appointment, with the audit entry and message. */
async function writeKept(
  call: Call,
  row: AppointmentRow,
  card: AgreedCard | null,
  { now, onAccount }: { now: number; onAccount: boolean },
): Promise<Finalized> {
  const { deps } = call;
  const changes = {
    holdExpiresAt: null,
    updatedAt: now,
    ...(card && cardColumns(row, card)),
    ...(onAccount && { paymentMethod: 'invoice' as const }),
  };
  const after = { ...row, ...changes };
  const wasHeld = row.holdExpiresAt !== null;
  const most = cardLimitOf(deps, row, card);
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(
      deps.db.orm,
      row,
      changes,
      keepsCapacity(row, now),
      card?.savedId ? isInAccount(card.savedId) : undefined,
      onAccount ? hasAccountInUse(deps.db.orm, row.id) : undefined,
      most !== null && card?.fingerprint
        ? isWithinCardLimit({ id: row.id, fingerprint: card.fingerprint }, most, openAt(deps))
        : undefined,
    ),
    audit: audit(call, {
      appointmentId: row.id,
      action: actionOf(row, card, onAccount),
      before: row.cardLast4 ? { card: `${row.cardBrand} ${row.cardLast4}` } : undefined,
      after: card
        ? { card: `${card.brand} ${card.last4}` }
        : onAccount
          ? { houseAccount: 'open' }
          : { testMode: true },
    }),
    also: [
      ...(card && !isForThisOnly(row) ? savingTypedCard(call, after, card) : []),
      ...(card?.also ?? []),
      card && !card.savedId ? markSaved(row.id, now) : null,
      wasHeld ? message(call, 'booked', deliveryFacts(deps, after)) : null,
      card && !wasHeld ? withdrawingUnsent('reminder-card', row.id) : null,
    ],
    view: row.stripePaymentMethodId ? [selectSaved(deps.db.orm, row.stripePaymentMethodId)] : [],
  });
  const isReplacedSaved = (written.view[0]?.length ?? 0) > 0;
  return { before: row, after: written.changed, kept: true, isReplacedSaved };
}

function cardColumns(row: AppointmentRow, card: AgreedCard) {
  return {
    paymentMethod: 'card' as const,
    paymentMethodStored: true,
    stripePaymentMethodId: card.paymentMethodId,
    ...(card.customerId && { stripeCustomerId: card.customerId }),
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardFingerprint: card.fingerprint,
    cardExpMonth: card.expMonth,
    cardExpYear: card.expYear,
    cardTerms: card.terms,
    setupTerms: null,
    // A card of the account isn't removed after the delivery.
    cardForThisOnly: !card.savedId && isForThisOnly(row),
    setupForThisOnly: false,
    cardDetachedAt: null,
    // The saved card replaces one that is still being entered.
    ...(card.savedId && { setupIntentId: null }),
  };
}

/** True if the customer chose not to keep the card for next time. */
const isForThisOnly = ({ userId, setupForThisOnly }: AppointmentRow) =>
  userId !== null && setupForThisOnly;

/** Saves an entered card in the customer's account. Guests have no account. */
function savingTypedCard(
  { deps }: AnyCall,
  row: AppointmentRow,
  card: KeptCard,
): ConditionalWrite[] {
  if (!row.userId || card.savedId) return [];
  const now = deps.clock.now();
  const saved = {
    id: deps.ids.next(),
    userId: row.userId,
    name: row.customerName,
    stripePaymentMethodId: card.paymentMethodId,
    cardBrand: card.brand,
    cardLast4: card.last4,
    fingerprint: card.fingerprint,
    expMonth: card.expMonth,
    expYear: card.expYear,
    createdAt: now,
    updatedAt: now,
  };
  return savingCardOf(saved, row.stripeCustomerId);
}

function actionOf(row: AppointmentRow, card: KeptCard | null, onAccount: boolean): AuditAction {
  if (!card) return onAccount ? 'appointment.account_booked' : 'appointment.test_booked';
  return row.paymentMethodStored ? 'appointment.card_replaced' : 'appointment.card_saved';
}

/** Cancels an appointment if its hold expired and its window is full. */
async function writeExpiry(call: Call, row: AppointmentRow, now: number): Promise<Finalized> {
  const changes = {
    status: 'cancelled',
    cancelledAt: now,
    cancelReason: HOLD_EXPIRED,
    updatedAt: now,
  } as const;
  const written = await writeGuarded(call.deps.db, {
    guard: changeUnchanged(call.deps.db.orm, row, changes, lostCapacity(row, now)),
    audit: audit(call, {
      appointmentId: row.id,
      action: 'appointment.hold_expired',
      before: { status: row.status },
      after: { status: 'cancelled' },
    }),
  });
  return { before: row, after: written.changed, kept: false };
}

/**
 * Refuses a card that is on too many open deliveries. A hold is cancelled, so that its spot is free
 * again. A booked delivery keeps its card and can get another one.
 */
async function writeRefused(call: Call, row: AppointmentRow, now: number): Promise<Finalized> {
  const { db } = call.deps;
  const refused = (after: AppointmentRow) => ({
    before: row,
    after,
    kept: false,
    isOnTooMany: true,
  });
  if (row.holdExpiresAt === null) {
    const written = await writeGuarded(db, {
      guard: changeUnchanged(db.orm, row, { setupIntentId: null, updatedAt: now }),
      matched: WROTE_BEFORE,
    });
    return refused(written.changed);
  }
  const changes = {
    status: 'cancelled',
    cancelledAt: now,
    cancelReason: ON_TOO_MANY,
    updatedAt: now,
  } as const;
  const written = await writeGuarded(db, {
    guard: changeUnchanged(db.orm, row, changes),
    audit: audit(call, {
      appointmentId: row.id,
      action: 'appointment.hold_released',
      before: { status: row.status },
      after: { status: 'cancelled', reason: ON_TOO_MANY },
    }),
  });
  return refused(written.changed);
}

function notKept({ cancelReason, discount }: AppointmentRow): DomainError {
  if (cancelReason !== HOLD_EXPIRED) {
    return new DomainError('conflict', 'This appointment was cancelled. Book again.');
  }
  // A discount may have been used up instead, so the sentence names both.
  const text = discount
    ? `Your hold expired, and now the window is booked or ${discount.label} is used up. You weren’t charged. Book again.`
    : MESSAGES.slotTaken;
  return new DomainError('slot_taken', text, { field: 'time' });
}

/**
 * Removes a card at Stripe. A failure is harmless, because no appointment uses the card anymore.
 */
async function forgetCard(deps: Deps, appointmentId: string, paymentMethodId: string) {
  await deps.payments.detachCard(paymentMethodId).catch(() => {
    deps.log.warn("couldn't remove a card at Stripe", { appointment: appointmentId });
  });
}
