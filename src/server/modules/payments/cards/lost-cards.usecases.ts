import { retryOnConflict, tryWriteGuarded, writeGuarded } from '@/db/guarded-batch';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { cardName, type NamedCard } from '@/domain/payment/card';
import type { Deps } from '@/server/config/deps';
import type { CardView } from '@/server/ports/payments/port';
import { changeUnchanged, findAppointment } from '../../appointments/appointments.repository';
import { deliveryFacts } from '../../appointments/delivery-link';
import { audit } from '../../audit/audit';
import { findUserById } from '../../auth/users.repository';
import { message } from '../../messages/message';
import { STRIPE } from '../charges/charge-outcome.usecases';
import {
  changeCardOfDeliveries,
  changeCardRow,
  deleteCardRow,
  makingDefault,
  pausePlan,
  selectCardOf,
  selectChargedTo,
  selectRunningPlans,
} from './lost-cards.repository';
import { type CardRow, choosingDefault, selectCards } from './saved-cards.repository';

/** The card columns of an appointment without a card. */
const NO_CARD = {
  paymentMethodStored: false,
  stripePaymentMethodId: null,
  setupIntentId: null,
  cardBrand: null,
  cardLast4: null,
  cardFingerprint: null,
  cardExpMonth: null,
  cardExpYear: null,
  cardTerms: null,
  cardForThisOnly: false,
  cardDetachedAt: null,
} as const;

/**
 * Retrieves a saved card from Stripe and updates our books. A card removed there leaves the account
 * and open deliveries, and a renewed card gets its new number and expiry. A card we don't store is
 * ignored. Repeating the call changes nothing.
 *
 * @param askedElsewhere the appointment whose customer the caller asks for another card
 * @returns `gone` if Stripe has removed it; `unknown` if this Stripe account never had it, so we
 * don't know whether it was removed
 */
export async function checkCard(
  deps: Deps,
  paymentMethodId: string,
  { askedElsewhere }: { askedElsewhere?: string } = {},
): Promise<'here' | 'gone' | 'unknown'> {
  const [cards, chargedTo] = await deps.db.read((orm) => [
    selectCardOf(orm, paymentMethodId),
    selectChargedTo(orm, paymentMethodId),
  ]);
  if (cards.length === 0 && chargedTo.length === 0) return 'unknown';
  const seen = await deps.payments.findCard(paymentMethodId);
  if (!seen) return 'unknown';
  if (seen.customerId !== null) {
    if (seen.card) await refreshCard(deps, cards, { ...seen.card, paymentMethodId });
    return 'here';
  }
  for (const card of cards) await dropFromAccount(deps, card);
  for (const { id } of chargedTo) {
    await takeOffDelivery(deps, { id, paymentMethodId, asks: id !== askedElsewhere });
  }
  return 'gone';
}

async function refreshCard(
  deps: Deps,
  cards: readonly CardRow[],
  { paymentMethodId, ...card }: CardView & { paymentMethodId: string },
): Promise<void> {
  const { db, clock } = deps;
  const columns = {
    cardBrand: card.brand,
    cardLast4: card.last4,
    fingerprint: card.fingerprint,
    expMonth: card.expMonth,
    expYear: card.expYear,
  };
  for (const row of cards) {
    // Without a fingerprint from Stripe, the row keeps its own.
    const changes = { ...columns, fingerprint: columns.fingerprint ?? row.fingerprint };
    await tryWriteGuarded(db, {
      guard: changeCardRow(db.orm, row.id, changes, clock.now()),
      audit: audit(
        { deps, actor: STRIPE },
        {
          action: 'card.updated',
          before: cardAuditValues(row),
          after: cardAuditValues({ ...row, ...changes }),
        },
      ),
    });
  }
  await db.write((orm) => changeCardOfDeliveries(orm, paymentMethodId, columns));
}

/** The audit values of a card. */
export const cardAuditValues = ({ id, userId, cardBrand, cardLast4 }: CardRow) => ({
  cardId: id,
  userId,
  card: `${cardBrand} ${cardLast4}`,
});

const named = ({ cardBrand, cardLast4 }: Pick<CardRow, 'cardBrand' | 'cardLast4'>): NamedCard => ({
  brand: cardBrand,
  last4: cardLast4,
});

/** Deletes a removed card from its account and pauses the recurring deliveries that used it. */
async function dropFromAccount(deps: Deps, card: CardRow): Promise<void> {
  const { db } = deps;
  const all = await selectCards(db.orm, card.userId);
  const isSame = (one: CardRow) =>
    one.id === card.id || (one.fingerprint !== null && one.fingerprint === card.fingerprint);
  const same = all.filter(isSame);
  const wasDefault = same.some(({ isDefault }) => isDefault);
  // The same card may have been saved twice, and its other payment method still works.
  const other = same.find(({ id }) => id !== card.id) ?? null;
  const written = await tryWriteGuarded(db, {
    guard: deleteCardRow(db.orm, card.id),
    audit: audit(
      { deps, actor: STRIPE },
      { action: 'card.removed', before: cardAuditValues(card) },
    ),
    also: [other && wasDefault ? makingDefault(other.id) : choosingDefault(card.userId)],
  });
  if (!written) return;
  deps.log.warn('a saved card was removed at Stripe', { card: card.id });
  if (wasDefault && !other) await pausePlans(deps, card);
}

/** Recurring deliveries charge the default card. We never switch to another card without asking. */
async function pausePlans(deps: Deps, card: CardRow): Promise<void> {
  const { db } = deps;
  const account = await findUserById(db.orm, card.userId);
  const reason = `Your ${cardName(named(card))} can’t be used anymore. Add a card, or select another one.`;
  for (const { id, userId, nextDelivery: date } of await selectRunningPlans(db.orm, card.userId)) {
    await tryWriteGuarded(db, {
      guard: pausePlan(db.orm, id),
      audit: audit(
        { deps, actor: STRIPE },
        {
          action: 'recurring.changed',
          before: { recurringId: id, userId, recurringStatus: 'active' },
          after: { recurringId: id, userId, recurringStatus: 'paused' },
        },
      ),
      also: [
        account && date
          ? message({ deps }, 'recurring-paused', { account, recurringId: id, date, reason })
          : null,
      ],
    });
  }
}

/** Removes a card from an open delivery. With `asks`, its customer is asked for another one. */
async function takeOffDelivery(
  deps: Deps,
  { id, paymentMethodId, asks }: { id: string; paymentMethodId: string; asks: boolean },
): Promise<void> {
  await retryOnConflict(async () => {
    const row = await findAppointment(deps.db.orm, id);
    const isIts = row?.stripePaymentMethodId === paymentMethodId;
    if (!row || !isIts || CLOSED_STATUSES.includes(row.status)) return true;
    const changes = { ...NO_CARD, updatedAt: deps.clock.now() };
    const facts = deliveryFacts(deps, { ...row, ...changes });
    return writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, row, changes),
      audit: audit(
        { deps, actor: STRIPE },
        {
          appointmentId: id,
          action: 'appointment.card_lost',
          before: { card: `${row.cardBrand} ${row.cardLast4}` },
        },
      ),
      also: [
        asks ? message({ deps }, 'card-gone', { ...facts, card: cardName(named(row)) }) : null,
      ],
    });
  });
}
