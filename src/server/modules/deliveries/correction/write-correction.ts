import { type ConditionalWrite, type ExtraWrites, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import type { AuditValues } from '@/domain/audit/values';
import { type Cents, cents, minus, NO_CENTS, plus } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import { type CorrectionPlan, correctionTexts } from '@/domain/payment/correction';
import { CORRECTION } from '@/domain/payment/refund';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import type { Quote } from '@/domain/pricing/quote';
import { taxOf } from '@/domain/tax/tax';
import type { Deps } from '@/server/config/deps';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { type StaffRow, selectForStaff } from '../../appointments/staff-lists.repository';
import { audit, columnsOf } from '../../audit/audit';
import {
  claimedIn,
  claimingCharge,
  type Debt,
  selectDebts,
} from '../../payments/charges/charge-attempts.repository';
import {
  addingCharge,
  type ChargeRow,
  changingCharge,
  chargesUnchanged,
} from '../../payments/charges/charges.repository';
import { staffViewSince } from '../../payments/charges/debt';
import { paymentFacts, withChanged } from '../../payments/charges/debt-facts';
import { leavingToInvoice } from '../../payments/charges/on-account.repository';
import { bringIntentToAmount } from '../../payments/charges/payment-intent';
import { settleCharge } from '../../payments/charges/settle-charge.usecases';
import {
  claimGivenUp,
  type ProvableCall,
  requireProofOf,
} from '../../payments/refunds/concessions';
import { refundRows, refuseDisputed } from '../../payments/refunds/refund-parts';
import { addingRefund, isLeftFor, type RefundRow } from '../../payments/refunds/refunds.repository';
import { writesOfCash } from '../../payments/refunds/refunds.usecases';
import { sendRefunds } from '../../payments/refunds/send-refunds.usecases';
import { type CorrectionFacts, chargesAfter, partsBack } from './correction';

/** The ID prefix of a correction's refunds, in our books and at Stripe. */
export const refundName = (requestId: string) => `${CORRECTION}${requestId}`;

/** The work left to do at Stripe after a correction is recorded. */
export type Recorded = {
  refunds: readonly RefundRow[];
  /** All charges of the appointment, including the refunded ones. */
  charges: readonly ChargeRow[];
  changed: readonly ChargeRow[];
  /**
   * The charge that this call has claimed to settle, or null if none is due or another call has it.
   */
  claimed: Debt | null;
  /** The appointment after the write, or null if the correction was recorded earlier. */
  shown: StaffRow | null;
};

export type Correction = {
  /** The actual figures, or null if they don't change. */
  delivered: Delivered | null;
  price: Quote;
  plan: CorrectionPlan;
  reason: string;
  /** The ID prefix of its refunds. */
  name: string;
  entry: { action: AuditAction; after: AuditValues };
  /** Further writes, based on the corrected appointment. */
  also(after: AppointmentRow): (ConditionalWrite | null)[];
  along?: ExtraWrites;
};

/**
 * Records the figures, the price, the charges, and the refunds of a correction in one write.
 *
 * @throws `LostRace` if the appointment, a charge, or its refunds have changed since they were read
 */
export async function writeCorrection(
  call: ProvableCall,
  facts: CorrectionFacts,
  { delivered, price, plan, reason, name, entry, also, along }: Correction,
): Promise<Recorded> {
  const { deps } = call;
  const { appointment, charges } = facts;
  const { id } = appointment;
  const now = deps.clock.now();
  const { changed, added } = chargesAfter(facts, plan, price.lines, now);
  const parts = partsBack(facts, plan);
  refuseDisputed(parts, facts.disputes);
  const all = withChanged(charges, ...changed, ...(added ? [added] : []));
  const givenUpCents = cents(Math.max(0, minus(claimOf(charges), claimOf(all))));
  const proven = await requireProofOf(call, id, plus(givenUpCents, sumOf(parts)), facts.conceded);
  const refunds = refundRows(parts, { requestId: name, reason }, now);
  const figures = { ...delivered, ...toPriceColumns(price) };
  const changes = { ...figures, taxes: taxOf({ ...appointment, ...delivered }, price) };
  const payment = paymentFacts(all, appointment, now);
  const after: AppointmentRow = { ...appointment, ...changes, ...payment };
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(
      deps.db.orm,
      appointment,
      { ...changes, ...payment },
      chargesUnchanged(charges, id),
      isLeftFor(parts),
      ...proven,
      ...(along?.guards ?? []),
    ),
    audit: audit(call, {
      appointmentId: id,
      action: entry.action,
      before: columnsOf(appointment, Object.keys(figures)),
      after: {
        ...figures,
        money: correctionTexts(plan),
        ...entry.after,
        ...claimGivenUp(givenUpCents),
      },
    }),
    also: [
      ...changed.map(changingCharge),
      added && addingCharge(added),
      leavingToInvoice(id),
      claimingCharge(id, now),
      ...refunds.map(addingRefund),
      ...writesOfCash(call, after, parts, refunds),
      ...also(after),
      ...(along?.also ?? []),
    ],
    view: [...selectDebts(deps.db.orm, id), selectForStaff(deps.db.orm, id)] as const,
  });
  const [stored, stands, [shown = null]] = written.view;
  return { refunds, charges, changed, claimed: claimedIn([stored, stands], now), shown };
}

const sumOf = (amounts: readonly { amountCents: Cents }[]): Cents =>
  plus(NO_CENTS, ...amounts.map(({ amountCents }) => amountCents));
/** Adds up the charges, paid or not. */
export const claimOf = (charges: readonly ChargeRow[]): Cents => sumOf(charges);

/**
 * Sends the refunds and collects the charge. If a charge can be paid by link, also updates its
 * amount at Stripe.
 * @returns the appointment as staff see it, or null if it must be read again
 */
export async function carryOut(
  deps: Deps,
  appointmentId: string,
  { refunds, charges, changed, claimed, shown }: Recorded,
): Promise<StaffAppointment | null> {
  // The write claims a charge that's due. A charge from an earlier correction may still be pending.
  const settles = claimed !== null || shown === null;
  const [sent, debts] = await Promise.all([
    sendRefunds(deps, refunds, charges),
    settles ? settleCharge({ deps }, { appointmentId }, claimed) : null,
    ...changed.map((charge) => bringIntentToAmount(deps, charge)),
  ]);
  const isSent = refunds.some(({ state }) => state === 'due');
  if (!shown || (isSent && settles)) return null;
  if (settles) return debts && staffViewSince(shown, debts);
  const last = isSent ? sent.at(-1)?.shown : shown;
  return last ? staffView(last) : null;
}
