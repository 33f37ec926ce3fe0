import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { concededBy, correctionTexts, givenUpBy } from '@/domain/payment/correction';
import type { DeliveryCorrection } from '@/domain/payment/correction.schema';
import { toPriceColumns } from '@/domain/pricing/quote';
import type { Deps } from '@/server/config/deps';
import { changeUnchanged, selectAppointment } from '../appointments/appointments.repository';
import type { StaffAppointment } from '../appointments/appointments.view';
import { ownerLink } from '../appointments/manage-link';
import { refuseChangedSince } from '../appointments/meanwhile';
import { audit, columnsOf } from '../audit/audit';
import { selectEntriesOf } from '../audit/audit.repository';
import { message } from '../messages/message';
import {
  addingCharge,
  type ChargeRow,
  changingCharge,
  chargesUnchanged,
  selectCharges,
} from '../payments/charges.repository';
import { claimGivenUp, type ProvableCall, requireProofOf } from '../payments/concessions';
import { readForStaff } from '../payments/debt';
import { paymentFacts, withChanged } from '../payments/debt-facts';
import { selectDisputesOf } from '../payments/disputes.repository';
import { refuseWhileRestored } from '../payments/notices.usecases';
import { waitAWhile } from '../payments/patience';
import { bringIntentToAmount } from '../payments/payment-intent';
import { refundRows, refuseDisputed } from '../payments/refund-parts';
import {
  addingRefund,
  isLeftFor,
  type RefundRow,
  selectRefundable,
  selectRefundsOfRequest,
} from '../payments/refunds.repository';
import { sendRefunds, writesOfCash } from '../payments/refunds.usecases';
import { settleCharge } from '../payments/settle-charge.usecases';
import {
  type CorrectionFacts,
  chargesAfter,
  decideCorrection,
  partsBack,
  refuseCorrection,
} from './correction';

/** What is left to do at Stripe once a correction is recorded. */
type Recorded = { refunds: readonly RefundRow[]; changed: readonly ChargeRow[] };

/**
 * Corrects what a completed delivery brought, at the prices as completed (D72, D89). First, in one
 * write: the figures, the price, and what follows of it: refunds, a smaller or larger debt, or a charge
 * of its own. Then Stripe is asked, which may fail or wait. The same `requestId` again changes nothing.
 * Throws `needs_confirmation` for another total than the confirmed one, `changed_meanwhile` where
 * another change was faster, `confirm_identity` where it gives up much, and `conflict` where there is
 * nothing to correct or a charge is under way.
 */
export async function correctDelivery(
  call: ProvableCall,
  input: DeliveryCorrection,
): Promise<StaffAppointment> {
  const { deps } = call;
  await refuseWhileRestored(deps);
  const recorded = await untilHeld(() => record(call, input));
  await waitAWhile(deps, carryOut(deps, input.id, recorded), input.id);
  return readForStaff(deps, input.id);
}

const CORRECTED = 'appointment.corrected';
/** What its refunds are called, here and at Stripe. */
const refundName = (requestId: string) => `correction:${requestId}`;

/** Null where the appointment, a charge or what is left of it changed since they were read. */
async function record(call: ProvableCall, input: DeliveryCorrection): Promise<Recorded | null> {
  const { deps } = call;
  const { id, requestId } = input;
  const [[appointment], charges, refundable, earlier, refunds, disputes] = await deps.db.read(
    (orm) => [
      selectAppointment(orm, id),
      selectCharges(orm, id),
      selectRefundable(orm, id),
      selectEntriesOf(orm, id, CORRECTED),
      selectRefundsOfRequest(orm, refundName(requestId)),
      selectDisputesOf(orm, id),
    ],
  );
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const before = earlier.find(({ after }) => after?.requestId === requestId);
  if (before) {
    refuseOtherCorrection(before.after, input);
    return { refunds, changed: [] };
  }
  await refuseChangedSince(call, appointment, input.version);
  const facts = { appointment, charges, refundable, disputes };
  refuseCorrection(facts);
  return write(call, facts, input);
}

async function write(
  call: ProvableCall,
  facts: CorrectionFacts,
  input: DeliveryCorrection,
): Promise<Recorded | null> {
  const { deps } = call;
  const { appointment, charges } = facts;
  const { id, reason, requestId } = input;
  const now = deps.clock.now();
  const { delivered, price, plan } = decideCorrection(
    facts,
    input,
    deps.settings.confirmAboveCents,
  );
  const { changed, added } = chargesAfter(facts, plan, price.lines, now);
  const parts = partsBack(facts, plan);
  refuseDisputed(parts, facts.disputes);
  const proven = await requireProofOf(call, id, concededBy(plan));
  const refunds = refundRows(parts, { requestId: refundName(requestId), reason }, now);
  const changes = { ...delivered, ...toPriceColumns(price) };
  const all = withChanged(charges, ...changed, ...(added ? [added] : []));
  const after: AppointmentRow = {
    ...appointment,
    ...changes,
    ...paymentFacts(all, appointment, now),
  };
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(
      deps.db.orm,
      appointment,
      { ...changes, ...paymentFacts(all, appointment, now) },
      chargesUnchanged(charges, id),
      isLeftFor(parts),
      ...proven,
    ),
    audit: audit(call, {
      appointmentId: id,
      action: CORRECTED,
      before: columnsOf(appointment, Object.keys(changes)),
      after: {
        ...{ ...changes, reason, money: correctionTexts(plan), requestId },
        ...claimGivenUp(givenUpBy(plan)),
      },
    }),
    also: [
      ...changed.map(changingCharge),
      added && addingCharge(added),
      ...refunds.map(addingRefund),
      ...writesOfCash(call, after, parts, refunds),
      message(call, 'corrected', {
        appointment: after,
        requestId,
        oldTotalCents: appointment.totalPriceCents,
        plan,
        ownerLink: ownerLink(deps, after),
      }),
    ],
  });
  return written && { refunds, changed };
}

/** Throws `conflict` where another correction has this request id. */
function refuseOtherCorrection(
  before: Record<string, unknown> | null,
  { actualGallonsTenths, smallIceBags, largeIceBags }: DeliveryCorrection,
) {
  const figures = { actualGallonsTenths, smallIceBags, largeIceBags };
  if (Object.entries(figures).every(([name, value]) => before?.[name] === value)) return;
  throw new DomainError('conflict', 'This request id belongs to another correction.');
}

/** Gives back, collects, and tells Stripe the new amount of a debt that can be paid by link. */
async function carryOut(
  deps: Deps,
  appointmentId: string,
  { refunds, changed }: Recorded,
): Promise<void> {
  await Promise.all([
    sendRefunds(deps, refunds),
    settleCharge({ deps }, { appointmentId }),
    ...changed.map((charge) => bringIntentToAmount(deps, charge)),
  ]);
}
