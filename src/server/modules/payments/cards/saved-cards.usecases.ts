import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { CARD_IS_GONE, type CardExpiry, cardHasExpired, isExpiredBy } from '@/domain/payment/card';
import type { UserActor } from '@/domain/roles';
import type { UserCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import type { KeptCard } from '@/server/ports/payments/port';
import { changeableRow } from '../../appointments/access';
import { selectAppointment } from '../../appointments/appointments.repository';
import { selectKeepsCapacity } from '../../appointments/holds.repository';
import { readOwnAppointment } from '../../appointments/own-appointments.usecases';
import type { DeliveryDetails } from '../../appointments/owner.view';
import { releaseSetup } from '../../appointments/setup-release';
import { audit } from '../../audit/audit';
import { selectUser } from '../../auth/users.repository';
import { soon } from '../charges/settle-or-time-out';
import { finalizeAppointment, unknownCard } from './finalize-appointment.usecases';
import { cardAuditValues, checkCard } from './lost-cards.usecases';
import {
  type CardRow,
  deleteUnneededCard,
  findCard,
  findCards,
  restoreCards,
  selectCard,
  selectNeedOf,
  selectRowsOfCard,
  setDefaultCardOf,
} from './saved-cards.repository';
import { customerOf } from './stripe-customer';

/** A saved card as its owner recognizes it. `id` is ours, not Stripe's. */
export type CardView = {
  id: string;
  brand: string | null;
  last4: string | null;
  isDefault: boolean;
  createdAt: number;
} & CardExpiry;

/** Returns a card as its owner sees it. */
export const cardView = (row: CardRow): CardView => ({
  id: row.id,
  brand: row.cardBrand,
  last4: row.cardLast4,
  expMonth: row.expMonth,
  expYear: row.expYear,
  isDefault: row.isDefault,
  createdAt: row.createdAt,
});

/** Lists the caller's saved cards, the default one first. */
export async function listCards({ deps, actor }: UserCall): Promise<CardView[]> {
  return (await findCards(deps.db.orm, actor.userId)).map(cardView);
}

/** Makes one of the caller's cards the default. Throws `not_found` for someone else's card. */
export async function setDefaultCard(call: UserCall, input: { id: string }): Promise<CardView[]> {
  const { deps, actor } = call;
  await retryOnConflict(async () => {
    const card = ownCard(actor, await findCard(deps.db.orm, input.id));
    if (card.isDefault) return card;
    return writeGuarded(deps.db, {
      guard: setDefaultCardOf(deps.db.orm, card, deps.clock.now()),
      audit: audit(call, { action: 'card.default', after: cardAuditValues(card) }),
    });
  });
  return listCards(call);
}

/**
 * Removes a card here and at Stripe. If Stripe doesn't answer, the card is restored.
 *
 * @throws `conflict` while a delivery may be charged to it; `unavailable` if Stripe doesn't answer
 */
export async function removeCard(call: UserCall, { id }: { id: string }): Promise<CardView[]> {
  const { deps, actor } = call;
  const card = { userId: actor.userId, id };
  // We remove the card first, so that no appointment can start to use it while Stripe removes it.
  const removed = await retryOnConflict(async () => {
    const [rows, [need]] = await deps.db.read((orm) => [
      selectRowsOfCard(orm, card),
      selectNeedOf(orm, card),
    ]);
    const own = ownCard(actor, rows[0] ?? null);
    if (need) throw cardIsNeeded();
    const entry = audit(call, { action: 'card.removed', before: cardAuditValues(own) });
    return (await deleteUnneededCard(deps.db, card, rows.length, entry)) ? rows : null;
  });
  await detach(call, removed);
  return listCards(call);
}

/** Removes a deleted card's payment methods at Stripe. Those that fail are restored. */
async function detach(call: UserCall, removed: readonly CardRow[]): Promise<void> {
  const { deps } = call;
  for (const [index, { stripePaymentMethodId }] of removed.entries()) {
    try {
      await deps.payments.detachCard(stripePaymentMethodId);
    } catch (error) {
      const left = removed.slice(index);
      const after = left[0] && cardAuditValues(left[0]);
      await restoreCards(deps.db, left, audit(call, { action: 'card.restored', after }));
      throw error;
    }
  }
}

const cardIsNeeded = () =>
  new DomainError(
    'conflict',
    'This card is saved for an unfinished delivery. Select another card for that delivery first.',
  );

/**
 * Puts one of the caller's saved cards on one of their appointments. That ends a hold without
 * entering a card, or replaces the appointment's card.
 * @param agreed the terms that the customer agreed to, unless they chose the card on the card
 * screen
 * @throws `not_found` for another customer's card; `conflict` if the appointment is closed or a
 * test, or the card has expired or was removed at Stripe
 */
export async function useSavedCard(
  call: UserCall,
  input: { appointmentId: string; paymentMethodId: string },
  agreed?: readonly string[],
): Promise<DeliveryDetails> {
  const { deps, actor } = call;
  const { appointmentId, paymentMethodId } = input;
  const [[found], [hold], [saved], [user]] = await deps.db.read((orm) => [
    selectAppointment(orm, appointmentId),
    selectKeepsCapacity(orm, appointmentId, deps.clock.now()),
    selectCard(orm, paymentMethodId),
    selectUser(orm, actor.userId),
  ]);
  const row = changeableRow(actor, found ?? null);
  const card = ownCard(actor, saved ?? null);
  if (row.testMode) throw new DomainError('conflict', 'A test order doesn’t need a card.');
  if (CLOSED_STATUSES.includes(row.status)) {
    throw new DomainError('conflict', 'This delivery is closed, so it doesn’t need a card.');
  }
  const { card: known, customerId } = await usableCard(deps, card);
  const owner = row.userId === user?.id ? user : undefined;
  const kept = {
    paymentMethodId: known.stripePaymentMethodId,
    brand: known.cardBrand,
    last4: known.cardLast4,
    fingerprint: known.fingerprint,
    expMonth: known.expMonth,
    expYear: known.expYear,
    savedId: known.id,
    // A card saved for a guest's delivery belongs to that guest's Stripe customer.
    customerId: customerId ?? (await customerOf(deps, { ...row, stripeCustomerId: null }, owner)),
  };
  await finalizeAppointment(call, row, kept, {
    holdLasts: hold?.keepsCapacity ?? false,
    saved,
    agreed,
  });
  await releaseSetup(deps, row);
  return readOwnAppointment(call, row);
}

/** A card that can be charged, and its customer at Stripe (null if Stripe didn't answer). */
type UsableCard = { card: CardRow; customerId: string | null };

/**
 * Checks a saved card at Stripe if Stripe answers soon, so that nobody books on a card that was
 * removed there.
 *
 * @throws `conflict` if the card was removed or has expired
 */
export async function usableCard(deps: Deps, card: CardRow): Promise<UsableCard> {
  const { stripePaymentMethodId: method } = card;
  const asking = deps.payments.findCard(method).catch((error: unknown) => {
    deps.log.warn("a saved card couldn't be looked up", { card: card.id, ...errorFields(error) });
    return undefined;
  });
  // Null means that Stripe has no such card, and undefined that it didn't answer.
  const seen = await soon(asking, undefined);
  if (seen === undefined) return { card: unexpired(deps, card), customerId: null };
  if (seen && isUpToDate(card, seen)) return { ...seen, card: unexpired(deps, card) };
  const isHere = seen !== null && (await checkCard(deps, method)) === 'here';
  const known = isHere ? await findCard(deps.db.orm, card.id) : null;
  if (!known || !seen) throw cannotUse(CARD_IS_GONE);
  return { ...seen, card: unexpired(deps, known) };
}

/** Returns true if our row matches the card at Stripe. */
const isUpToDate = (row: CardRow, { customerId, card }: KeptCard) =>
  customerId !== null &&
  card?.last4 === row.cardLast4 &&
  card.expMonth === row.expMonth &&
  card.expYear === row.expYear;

function unexpired(deps: Deps, card: CardRow): CardRow {
  if (!isExpiredBy(card, todayOf(deps))) return card;
  throw cannotUse(cardHasExpired({ brand: card.cardBrand, last4: card.cardLast4 }));
}

const cannotUse = (sentence: string) =>
  new DomainError('conflict', sentence, { field: 'paymentMethodId' });

function ownCard(actor: UserActor, card: CardRow | null): CardRow {
  if (card?.userId === actor.userId) return card;
  throw unknownCard();
}
