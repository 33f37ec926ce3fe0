import type { AppointmentRow } from '@/db/schema';
import { ON_ACCOUNT } from '@/domain/account/house-account';
import { totalQuestion } from '@/domain/appointment/completion';
import { DomainError } from '@/domain/errors';
import { type Cents, cents, NO_CENTS, toDollars } from '@/domain/money';
import { hasFigures } from '@/domain/order/order';
import { chargeableCard } from '@/domain/payment/card';
import { isSettled, LEAST_CARD_CENTS, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { type CorrectionPlan, changeOf, correctionPlan } from '@/domain/payment/correction';
import type { DeliveryCorrection } from '@/domain/payment/correction.schema';
import type { ChargeRow } from '../../payments/charges/charges.repository';
import { correctable } from '../../payments/charges/charges.usecases';
import { furtherCharge } from '../../payments/charges/debt-facts';
import { LEFT_TO_INVOICE } from '../../payments/charges/on-account.repository';
import type { DisputeRow } from '../../payments/disputes/disputes.repository';
import type { Conceded } from '../../payments/refunds/concessions';
import type { Refundable, RefundPart } from '../../payments/refunds/refunds.repository';
import { assessed } from '../completion/figures';

/** The rows that decide a correction, all read at the same moment. */
export type CorrectionFacts = {
  appointment: AppointmentRow;
  charges: readonly ChargeRow[];
  refundable: readonly Refundable[];
  disputes: readonly DisputeRow[];
  conceded: Conceded | undefined;
};

/** @throws `conflict` if the delivery's figures can't be corrected now */
export function refuseCorrection({ appointment, charges }: CorrectionFacts) {
  const refuse = (sentence: string) => {
    throw new DomainError('conflict', sentence);
  };
  if (appointment.testMode) refuse('This is a test order, so it’s never charged.');
  if (appointment.status !== 'completed') {
    refuse('This delivery isn’t completed yet, so there’s nothing to correct.');
  }
  if (chargeInReviewOf(charges)) {
    refuse('This delivery’s charge is in review. Correct it under Needs attention.');
  }
  refuseUnderWay(charges);
}

/** @throws `conflict` while a card is being charged */
export function refuseUnderWay(charges: readonly ChargeRow[]) {
  if (!charges.some(({ state }) => UNFINISHED_CHARGE_STATES.includes(state))) return;
  throw new DomainError('conflict', 'We’re charging the card right now. Try again in a minute.');
}

/**
 * Calculates a delivery's new price and its effect on charges and refunds.
 *
 * @throws `needs_confirmation` for an unconfirmed total; `conflict` if the figures don't change
 */
export function decideCorrection(
  facts: CorrectionFacts,
  input: DeliveryCorrection,
  confirmAboveCents: Cents,
) {
  const { appointment, charges, refundable } = facts;
  const { actualGallonsTenths, smallIceBags, largeIceBags } = input;
  const delivered = { actualGallonsTenths, smallIceBags, largeIceBags };
  const { price, doubtText } = assessed(appointment, delivered, confirmAboveCents);
  if (hasFigures(appointment, delivered)) {
    throw new DomainError('conflict', 'These figures are already recorded.');
  }
  const { totalCents } = price;
  if (input.confirmedTotalCents !== totalCents) {
    const question = totalQuestion(price, { doubtText, isNew: true });
    throw new DomainError('needs_confirmation', question, {
      field: 'confirmedTotal',
      details: { totalCents, total: toDollars(totalCents) },
    });
  }
  const hasCard = chargeableCard(appointment) !== null;
  const claims = correctable(charges, refundable);
  return {
    delivered,
    price,
    plan: correctionPlan(claims, changeOf(claims, totalCents), { hasCard }),
  };
}

/**
 * Returns the charges that a plan changes or adds, with their new values. A charge in review
 * becomes the plan's new charge, or ends without a payment.
 */
export function chargesAfter(
  { appointment, charges }: CorrectionFacts,
  plan: CorrectionPlan,
  lines: ChargeRow['lines'],
  now: number,
) {
  const changed = charges.flatMap((charge) => {
    const isOf = ({ sequence }: { sequence: number }) => sequence === charge.sequence;
    const less = [...plan.reductions, ...(plan.collected ?? [])].find(isOf)?.amountCents ?? 0;
    const more = plan.addition && isOf(plan.addition) ? plan.addition.amountCents : 0;
    if (less === 0 && more === 0) return [];
    const amountCents = cents(charge.amountCents - less + more);
    const least = charge.errorCode === ON_ACCOUNT ? 1 : LEAST_CARD_CENTS;
    const isOver = amountCents < least && !isSettled(charge.state);
    return [{ ...charge, amountCents, updatedAt: now, ...(isOver && waived(now)) }];
  });
  const further = plan.extra && { ...begun(appointment, plan.extra, now), lines };
  const held = chargeInReviewOf(charges);
  if (!held) {
    return { changed, added: further && furtherCharge(charges, appointment.id, further, now) };
  }
  const after = further ? checkedAtStripeFirst(further) : { amountCents: NO_CENTS, ...waived(now) };
  return { changed: [...changed, { ...held, ...after, updatedAt: now }], added: null };
}

/** Returns the charge that staff must review, or null. */
export const chargeInReviewOf = (charges: readonly ChargeRow[]): ChargeRow | null =>
  charges.find(({ state }) => state === 'held') ?? null;

/**
 * A charge may have been in review for days. So it becomes unknown, and Stripe is checked before
 * anything is charged.
 */
function checkedAtStripeFirst<C extends Pick<ChargeRow, 'state'>>(charge: C) {
  return charge.state === 'due' ? { ...charge, state: 'unknown' as const, attempt: 1 } : charge;
}

/** Settles a charge without a payment, because the rest is zero or too small for a card. */
const waived = (now: number) =>
  ({
    state: 'succeeded',
    receivedCents: NO_CENTS,
    errorCode: null,
    errorMessage: null,
    nextAttemptAt: null,
    settledAt: now,
  }) satisfies Partial<ChargeRow>;

/** Returns the first state of a correction's new charge. */
function begun(
  appointment: AppointmentRow,
  { way, amountCents }: NonNullable<CorrectionPlan['extra']>,
  now: number,
) {
  if (way === 'waived') return { amountCents, ...waived(now) };
  if (way === 'card') return { amountCents, state: 'due' as const };
  if (way === 'invoice') return { amountCents, ...LEFT_TO_INVOICE };
  return chargeableCard(appointment)
    ? {
        amountCents,
        state: 'declined' as const,
        errorCode: 'needs_agreement',
        errorMessage: 'The customer has to approve this amount and pay it.',
      }
    : {
        amountCents,
        state: 'declined' as const,
        errorCode: 'no_card',
        errorMessage: 'No card is on file for this delivery.',
      };
}

/** Returns the plan's refunds, each with its charge. */
export function partsBack({ charges }: CorrectionFacts, plan: CorrectionPlan): RefundPart[] {
  return plan.refunds.flatMap(({ sequence, amountCents }) => {
    const charge = charges.find((one) => one.sequence === sequence);
    return charge ? [{ charge, amountCents }] : [];
  });
}
