import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { selectRestore } from '@/db/restore-mark';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import type { RefundInput } from '@/domain/payment/refund';
import type { AnyCall } from '@/server/config/call';
import { selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import type { ChargeRow } from '../charges/charges.repository';
import { selectDisputesOf } from '../disputes/disputes.repository';
import { refuseRestore } from '../health/notices.usecases';
import { type ProvableCall, requireProofOf } from './concessions';
import { selectConceded } from './concessions.repository';
import { followingWrites } from './refund-outcome.usecases';
import {
  leftOf,
  mergeRefundRows,
  nothingPaid,
  partsOf,
  recordedBefore,
  refundRows,
  refuseDisputed,
  tooMuch,
} from './refund-parts';
import {
  addingRefund,
  insertRefundIf,
  isLeftFor,
  type Refundable,
  type RefundPart,
  type RefundRow,
  selectRefundable,
  selectRefundsOf,
  selectRefundsOfRequest,
} from './refunds.repository';
import { sendRefunds } from './send-refunds.usecases';

/** Reads an appointment's refunds, newest first, and how much can still be refunded (cents). */
export async function readRefunds(
  { deps }: AnyCall,
  { id }: { id: string },
): Promise<{ refunds: RefundRow[]; refundableCents: Cents }> {
  const [refunds, refundable] = await deps.db.read((orm) => [
    selectRefundsOf(orm, id),
    selectRefundable(orm, id),
  ]);
  return { refunds, refundableCents: leftOf(refundable) };
}

/**
 * Refunds all that is left of a payment, or a part of it. The first write records the refund,
 * within what was paid. Then Stripe is called with the refund's own key, and a second write records
 * the answer. Without an answer the refund stays `due`, and the sweeper sends it later. Staff hand
 * cash back themselves, so a cash refund is complete after the first write. The same `requestId` is
 * the same refund.
 *
 * @throws `conflict` if nothing was paid, the amount is too high, or another refund has this
 *   `requestId`; `confirm_identity` for a large amount
 */
export async function refundDelivery(call: ProvableCall, input: RefundInput): Promise<RefundRow> {
  const { rows, charges } = await retryOnConflict(() => recordRefund(call, input));
  const sent = await sendRefunds(call.deps, rows, charges);
  return mergeRefundRows(sent.map(({ refund }) => refund));
}

/** The refunds of a request, with the charges they come from. */
type Recorded = { rows: RefundRow[]; charges: ChargeRow[] };

/**
 * Step one: returns the refunds as recorded, new or from the first request. The latest charge is
 * refunded first.
 */
async function recordRefund(call: ProvableCall, input: RefundInput): Promise<Recorded> {
  const { deps } = call;
  const [[restore], [appointment], before, refundable, disputes, [conceded]] = await deps.db.read(
    (orm) => [
      selectRestore(orm),
      selectAppointment(orm, input.id),
      selectRefundsOfRequest(orm, input.requestId),
      selectRefundable(orm, input.id),
      selectDisputesOf(orm, input.id),
      selectConceded(orm, input.id),
    ],
  );
  refuseRestore(restore);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  if (refundable.length === 0) throw nothingPaid();
  const charges = refundable.map(({ charge }) => charge);
  if (before.length > 0) return { rows: sameRefund(before, refundable, input), charges };
  const left = leftOf(refundable);
  const amountCents = input.amountCents ?? left;
  if (amountCents <= 0 || amountCents > left) throw tooMuch(left);
  const parts = partsOf(refundable, amountCents);
  refuseDisputed(parts, disputes);
  const proven = await requireProofOf(call, input.id, amountCents, conceded);
  const rows = refundRows(parts, input, deps.clock.now());
  const [first, ...others] = rows;
  if (!first) throw tooMuch(left);
  const isCash = parts.every(({ charge }) => charge.state === 'cash');
  const isOnAccount = parts.some(({ charge }) => charge.paidBy !== null);
  const isLeft = isLeftFor(parts, input.amountCents === null ? input.id : null);
  await writeGuarded(deps.db, {
    guard: insertRefundIf(deps.db.orm, first, isLeft, ...proven),
    audit: audit(call, {
      appointmentId: appointment.id,
      action: isCash ? (isOnAccount ? 'refund.account' : 'refund.cash') : 'refund.begun',
      after: { refundId: first.id, amountCents, reason: first.reason },
    }),
    also: [...others.map(addingRefund), ...writesOfCash(call, appointment, parts, rows)],
  });
  return { rows, charges };
}

/** Returns the writes that follow from refunds that staff hand over in cash. */
export function writesOfCash(
  call: AnyCall,
  appointment: AppointmentRow,
  parts: readonly RefundPart[],
  rows: readonly RefundRow[],
) {
  return parts.flatMap(({ charge }) => {
    const row = rows.find(({ chargeId }) => chargeId === charge.id);
    const isCash = charge.state === 'cash' && row !== undefined;
    return isCash ? followingWrites(call, { appointment, charge }, row) : [];
  });
}

/** Returns the refunds with this `requestId` if it's the same request. */
function sameRefund(
  before: RefundRow[],
  refundable: readonly Refundable[],
  input: RefundInput,
): RefundRow[] {
  if (!before.every(({ chargeId }) => refundable.some(({ charge }) => charge.id === chargeId))) {
    throw new DomainError('conflict', 'This request ID was already used for another refund.');
  }
  const { amountCents } = mergeRefundRows(before);
  if (input.amountCents !== null && input.amountCents !== amountCents) {
    throw recordedBefore(amountCents);
  }
  return before;
}
