import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { totalQuestion } from '@/domain/appointment/completion';
import type { AuditAction } from '@/domain/audit/actions';
import { DomainError } from '@/domain/errors';
import { type Cents, minus, NO_CENTS, toDollars } from '@/domain/money';
import { type Delivered, hasFigures } from '@/domain/order/order';
import { quoteDelivered } from '@/domain/pricing/delivered-price';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { NO_PRICE, type Quote, quoteOf } from '@/domain/pricing/quote';
import type { ReviewOutcome } from '@/domain/review/review';
import type { CorrectionInput, Forgiveness, ReleaseInput } from '@/domain/review/review.schema';
import { taxOf } from '@/domain/tax/tax';
import { changing, isUnchanged } from '../../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { selectForStaff } from '../../appointments/staff-lists.repository';
import { audit } from '../../audit/audit';
import { message } from '../../messages/message';
import { endingReviewItem } from '../../review/review.repository';
import {
  type Conceded,
  claimGivenUp,
  type ProvableCall,
  requireProofOf,
} from '../refunds/concessions';
import {
  claimedIn,
  claimingCharge,
  type Debt,
  type Debts,
  selectDebts,
} from './charge-attempts.repository';
import { changeCharge } from './charges.repository';
import { debtOf, readDebts, readForStaff, staffViewSince } from './debt';
import { debtState } from './debt-state';
import { leavingToInvoice, notifyingByBilling } from './on-account.repository';
import { settleCharge } from './settle-charge.usecases';
import { settleOrTimeOut } from './settle-or-time-out';

/** A decision by staff on a charge in review. */
type Decision = {
  outcome: ReviewOutcome;
  action: AuditAction;
  /** The delivery's new price. */
  price: Quote;
  /** The actual figures, or null if they don't change. */
  delivered: Delivered | null;
  note: string | null;
};

/** The rows that a decision depends on, all read at the same moment. */
export type ChargeReviewFacts = Debts & { conceded: Conceded | undefined };

/**
 * Approves a charge in review as it was recorded. Repeating the call changes nothing.
 *
 * @param read the delivery as the caller has read it
 * @throws `needs_confirmation` if the total isn't the one the person saw; `conflict` if someone
 *   else decided first
 */
export function releaseCharge(
  call: ProvableCall,
  { confirmedTotalCents }: ReleaseInput,
  read: ChargeReviewFacts,
): Promise<StaffAppointment> {
  return decide(call, read, ({ appointment }) => {
    const price = quoteOf(appointment);
    refuseOther(price, confirmedTotalCents);
    return { outcome: 'charged', action: 'charge.released', price, delivered: null, note: null };
  });
}

/**
 * Corrects the figures of a delivery in review and charges the new total. Throws as `releaseCharge`
 * does, and `confirm_identity` for a large concession.
 */
export function correctCharge(
  call: ProvableCall,
  { id, confirmedTotalCents, note, ...delivered }: CorrectionInput,
  read: ChargeReviewFacts,
): Promise<StaffAppointment> {
  return decide(call, read, ({ appointment }) => {
    const price = quoteDelivered(appointment, delivered);
    refuseOther(price, confirmedTotalCents);
    const said = note || null;
    return { outcome: 'corrected', action: 'charge.corrected', price, delivered, note: said };
  });
}

/**
 * Writes off a charge in review.
 *
 * @throws `conflict` if someone else decided first; `confirm_identity` for a large concession
 */
export function forgiveCharge(
  call: ProvableCall,
  { note }: Pick<Forgiveness, 'note'>,
  read: ChargeReviewFacts,
): Promise<StaffAppointment> {
  return decide(call, read, () => {
    const said = note || null;
    return {
      outcome: 'forgiven',
      action: 'charge.forgiven',
      price: NO_PRICE,
      delivered: null,
      note: said,
    };
  });
}

/** @throws `needs_confirmation` if the total isn't the one the person saw */
export function refuseOther(price: Quote, confirmedTotalCents: Cents) {
  const { totalCents } = price;
  if (totalCents === confirmedTotalCents) return;
  throw new DomainError('needs_confirmation', totalQuestion(price), {
    field: 'confirmedTotal',
    details: { totalCents, total: toDollars(totalCents) },
  });
}

async function decide(
  call: ProvableCall,
  read: ChargeReviewFacts,
  decisionOf: (debt: Debt) => Decision,
): Promise<StaffAppointment> {
  const { deps } = call;
  const { id } = read.appointment;
  const { claimed, shown } = await retryOnConflict(async (first) => {
    const { conceded, ...debts } = first ?? { conceded: undefined, ...(await readDebts(deps, id)) };
    const debt = debtOf(debts);
    const decision = decisionOf(debt);
    if (debt.charge.state === 'held') return writeDecision(call, debt, decision, conceded);
    // Repeating the same decision changes nothing.
    const { delivered, price } = decision;
    const isSame =
      debt.charge.amountCents === price.totalCents &&
      (!delivered || hasFigures(debt.appointment, delivered));
    if (isSame) return { claimed: null, shown: null };
    throw new DomainError(
      'conflict',
      'Someone already resolved this delivery. Reload the page to see it.',
    );
  }, read);
  // No charge is due, so the view from the write is the final state.
  if (shown && !claimed) return staffView(shown);
  const settlement = settleCharge({ deps }, { appointmentId: id }, claimed);
  const debts = await settleOrTimeOut(deps, settlement, id);
  return shown && debts ? staffViewSince(shown, debts) : readForStaff(deps, id);
}

async function writeDecision(
  call: ProvableCall,
  { charge, appointment }: Debt,
  decision: Decision,
  conceded: Conceded | undefined,
) {
  const { deps, actor } = call;
  const { outcome, action, price, delivered, note } = decision;
  const now = deps.clock.now();
  const { totalCents, lines } = price;
  const givenUpCents = minus(charge.amountCents, totalCents);
  const proven = await requireProofOf(call, appointment.id, givenUpCents, conceded);
  const begun = debtState(appointment, totalCents, now);
  // A charge may have been in review for days. So it becomes unknown, and Stripe is checked before
  // anything is charged.
  const state = begun.state === 'due' ? ('unknown' as const) : begun.state;
  const changes = { ...begun, state, attempt: 1, amountCents: totalCents, lines, updatedAt: now };
  const facts = {
    ...delivered,
    ...toPriceColumns(price),
    taxes: taxOf({ ...appointment, ...delivered }, price),
    remainingBalanceCents: totalCents,
    balancePaid: totalCents === NO_CENTS,
    updatedAt: now,
  };
  const after = { ...appointment, ...facts };
  const written = await writeGuarded(deps.db, {
    guard: changeCharge(deps.db.orm, charge, changes, isUnchanged(appointment), ...proven),
    audit: audit(call, {
      appointmentId: appointment.id,
      action,
      before: {
        amountCents: charge.amountCents,
        actualGallonsTenths: appointment.actualGallonsTenths,
      },
      after: { amountCents: totalCents, ...delivered, note, ...claimGivenUp(givenUpCents) },
    }),
    also: [
      changing(appointment.id, facts),
      leavingToInvoice(appointment.id),
      claimingCharge(appointment.id, now),
      endingReviewItem(`held_charge:${appointment.id}`, {
        outcome,
        note,
        doneBy: actor.name,
        doneAt: now,
      }),
      ...notifyingByBilling(appointment.id, (isOnAccount) =>
        message(call, 'completed', { ...deliveryFacts(deps, after), isOnAccount }),
      ),
    ],
    view: [
      ...selectDebts(deps.db.orm, appointment.id),
      selectForStaff(deps.db.orm, appointment.id),
    ] as const,
  });
  const [stored, charges, [shown]] = written.view;
  return { claimed: claimedIn([stored, charges], now), shown: shown ?? null };
}
