import type { AppointmentRow } from '@/db/schema';
import { totalQuestion } from '@/domain/appointment/completion';
import { DomainError } from '@/domain/errors';
import { type Cents, cents, NO_CENTS, toDollars } from '@/domain/money';
import { hasFigures } from '@/domain/order/order';
import { isSettled, LEAST_CARD_CENTS, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { type CorrectionPlan, changeOf, correctionPlan } from '@/domain/payment/correction';
import type { DeliveryCorrection } from '@/domain/payment/correction.schema';
import type { ChargeRow } from '../../payments/charges/charges.repository';
import { correctable } from '../../payments/charges/charges.usecases';
import { furtherCharge } from '../../payments/charges/debt-facts';
import type { DisputeRow } from '../../payments/disputes/disputes.repository';
import type { Conceded } from '../../payments/refunds/concessions';
import type { Refundable, RefundPart } from '../../payments/refunds/refunds.repository';
import { assessed } from '../completion/completion';

/** What a correction is decided on, as of one moment. */
export type CorrectionFacts = {
  appointment: AppointmentRow;
  charges: readonly ChargeRow[];
  refundable: readonly Refundable[];
  disputes: readonly DisputeRow[];
  conceded: Conceded | undefined;
};

/** Throws `conflict` where the figures of a delivery cannot be corrected (now). */
export function refuseCorrection({ appointment, charges }: CorrectionFacts) {
  const refuse = (sentence: string) => {
    throw new DomainError('conflict', sentence);
  };
  if (appointment.testMode) refuse('This is a test booking: nothing is charged for it.');
  if (appointment.status !== 'completed') {
    refuse('This delivery is not completed, so there is nothing to correct yet.');
  }
  if (chargeInReviewOf(charges)) {
    refuse('The charge of this delivery is held. Please correct it under Needs attention.');
  }
  refuseUnderWay(charges);
}

/** Throws `conflict` while a card is being charged. */
export function refuseUnderWay(charges: readonly ChargeRow[]) {
  if (!charges.some(({ state }) => UNFINISHED_CHARGE_STATES.includes(state))) return;
  throw new DomainError(
    'conflict',
    'The card is being charged right now. Please look again in a minute.',
  );
}

/** The new price of a delivery, and what that does with its money. */
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
    throw new DomainError('conflict', 'These are the figures that are recorded already.');
  }
  const { totalCents } = price;
  if (input.confirmedTotalCents !== totalCents) {
    const question = totalQuestion(price, { doubtText, isNew: true });
    throw new DomainError('needs_confirmation', question, {
      field: 'confirmedTotal',
      details: { totalCents, total: toDollars(totalCents) },
    });
  }
  const hasCard = appointment.stripePaymentMethodId !== null;
  const claims = correctable(charges, refundable);
  return {
    delivered,
    price,
    plan: correctionPlan(claims, changeOf(claims, totalCents), { hasCard }),
  };
}

/**
 * The charges that a plan changes and adds, as they are afterwards. A held one becomes the further charge
 * of the plan, or ends without a payment.
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
    const isOver = amountCents < LEAST_CARD_CENTS && !isSettled(charge.state);
    return [{ ...charge, amountCents, updatedAt: now, ...(isOver && waived(now)) }];
  });
  const further = plan.extra && { ...begun(appointment, plan.extra, now), lines };
  const held = chargeInReviewOf(charges);
  if (!held) {
    return { changed, added: further && furtherCharge(charges, appointment.id, further, now) };
  }
  const after = further ? looked(further) : { amountCents: NO_CENTS, ...waived(now) };
  return { changed: [...changed, { ...held, ...after, updatedAt: now }], added: null };
}

/** The charge that waits for staff, or null. */
export const chargeInReviewOf = (charges: readonly ChargeRow[]): ChargeRow | null =>
  charges.find(({ state }) => state === 'held') ?? null;

/** Staff may have let a held charge wait for days, so Stripe is looked at before anything is sent. */
function looked<C extends Pick<ChargeRow, 'state'>>(charge: C) {
  return charge.state === 'due' ? { ...charge, state: 'unknown' as const, attempt: 1 } : charge;
}

/** Settled without a payment: what is left is nothing, or less than any card can be charged. */
const waived = (now: number) =>
  ({
    state: 'succeeded',
    receivedCents: NO_CENTS,
    errorCode: null,
    errorMessage: null,
    nextAttemptAt: null,
    settledAt: now,
  }) satisfies Partial<ChargeRow>;

/** How the charge of a correction begins. */
function begun(
  appointment: AppointmentRow,
  { way, amountCents }: NonNullable<CorrectionPlan['extra']>,
  now: number,
) {
  if (way === 'waived') return { amountCents, ...waived(now) };
  if (way === 'card') return { amountCents, state: 'due' as const };
  return appointment.stripePaymentMethodId
    ? {
        amountCents,
        state: 'declined' as const,
        errorCode: 'needs_agreement',
        errorMessage: 'The customer has to agree to this amount and pay it.',
      }
    : {
        amountCents,
        state: 'declined' as const,
        errorCode: 'no_card',
        errorMessage: 'No card is on file for this delivery.',
      };
}

/** The parts of a plan that are given back, each with its charge. */
export function partsBack({ charges }: CorrectionFacts, plan: CorrectionPlan): RefundPart[] {
  return plan.refunds.flatMap(({ sequence, amountCents }) => {
    const charge = charges.find((one) => one.sequence === sequence);
    return charge ? [{ charge, amountCents }] : [];
  });
}
