import { type AppointmentStatus, OPEN_STATUSES } from '../appointment/status';
import type { CalendarDate } from '../dates';
import { isExpiredBy } from './card';

/**
 * Why an open delivery's card can't be charged. `refused`: Stripe doesn't know the card or doesn't
 * let us charge it.
 */
export const CARD_TROUBLES = ['missing', 'expired', 'refused'] as const;
export type CardTrouble = (typeof CARD_TROUBLES)[number];

/** The text in the list of a day. */
export const CARD_TROUBLE_LABELS: Readonly<Record<CardTrouble, string>> = {
  missing: 'No card',
  expired: 'Card expired',
  refused: 'Card refused',
};

/** The text on the appointment. */
export const CARD_TROUBLE_TEXTS: Readonly<Record<CardTrouble, string>> = {
  missing: 'No card is saved for this delivery.',
  expired: 'The saved card expires before this delivery.',
  refused: 'Stripe doesn’t accept the saved card anymore.',
};

/** The words by which staff filter a day for these deliveries. */
export const CARD_NEEDED = 'Card needed';

/** The facts about an appointment's card. */
export type CardFacts = {
  status: AppointmentStatus;
  date: CalendarDate;
  testMode: boolean;
  holdExpiresAt: number | null;
  stripePaymentMethodId: string | null;
  cardExpMonth: number | null;
  cardExpYear: number | null;
};

/**
 * Returns the problem with an open delivery's card. Null if it has none, or needs no card because
 * it's a test or billed by invoice.
 */
export function cardTrouble(
  { status, date, testMode, holdExpiresAt, ...card }: CardFacts,
  { isByInvoice, refusedCard }: { isByInvoice: boolean; refusedCard: string | null },
): CardTrouble | null {
  const isOpen = OPEN_STATUSES.includes(status) && holdExpiresAt === null;
  if (!isOpen || testMode || isByInvoice) return null;
  if (card.stripePaymentMethodId === null) return 'missing';
  if (isExpiredBy({ expMonth: card.cardExpMonth, expYear: card.cardExpYear }, date)) {
    return 'expired';
  }
  return refusedCard === card.stripePaymentMethodId ? 'refused' : null;
}
