import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import { selectRestore } from '@/db/restore-mark';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import type { RefundInput } from '@/domain/payment/refund';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected, PaymentsUnreachable } from '@/server/ports/payments/port';
import { selectAppointment } from '../appointments/appointments.repository';
import { audit } from '../audit/audit';
import { type ChargeRow, findChargeById } from './charges.repository';
import { type ProvableCall, requireProofOf } from './concessions';
import { selectConceded } from './concessions.repository';
import { selectDisputesOf } from './disputes.repository';
import { refuseRestore } from './notices.usecases';
import {
  applyRefund,
  failRefund,
  followingWrites,
  lookAtRefund,
  type WrittenRefund,
} from './refund-outcome.usecases';
import {
  askedBefore,
  asOne,
  leftOf,
  nothingPaid,
  partsOf,
  refundRows,
  refuseDisputed,
  tooMuch,
} from './refund-parts';
import {
  addingRefund,
  claimRefund,
  findRefund,
  insertRefundIf,
  isLeftFor,
  nextRefund,
  type Refundable,
  type RefundPart,
  type RefundRow,
  selectRefundable,
  selectRefundsOf,
  selectRefundsOfRequest,
  unfinishedRefunds,
} from './refunds.repository';
import { noteRejection } from './troubles.usecases';

/**
 * How long (ms) a refund may be without an answer before the sweeper sends it again; and at the bank,
 * which takes days and answers by an event: asking finds lost events.
 */
const PAUSES = { due: 30_000, pending: 3_600_000 };

/** When the next refund should be brought further: a query of one instant (ms) or null. */
export const NEXT_REFUND = nextRefund(PAUSES);

/** The refunds of an appointment, newest first, and how much can still be given back. Cents. */
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
 * Gives money back, all that is left or a part (D32). First the refund is recorded, within what was
 * paid; then Stripe is asked under the refund's own key; then its answer is written down. Without an
 * answer the refund stays `due` and the sweeper sends it later. Staff hand cash back themselves, so
 * such a refund is recorded and done. The same `requestId` again is the same refund. Throws
 * `conflict` when nothing was paid, when too much is asked, or for another refund's `requestId`, and
 * `confirm_identity` where it gives back much.
 */
export async function refundDelivery(call: ProvableCall, input: RefundInput): Promise<RefundRow> {
  const { rows, charges } = await untilHeld(() => recordRefund(call, input));
  const sent = await sendRefunds(call.deps, rows, charges);
  return asOne(sent.map(({ refund }) => refund));
}

/**
 * Sends the refunds that are recorded and not sent; each as it stands afterwards, and the appointment
 * as staff see it since, where that was written.
 *
 * @param charges those of the refunds, as far as they were read before
 */
export async function sendRefunds(
  deps: Deps,
  rows: readonly RefundRow[],
  charges: readonly ChargeRow[] = [],
): Promise<WrittenRefund[]> {
  const sent: WrittenRefund[] = [];
  for (const row of rows) {
    const charge = charges.find(({ id }) => id === row.chargeId);
    const isToSend = row.state === 'due';
    sent.push(isToSend ? await sendRefund(deps, row, charge) : { refund: row, shown: null });
  }
  return sent;
}

/** The refunds of a request, and the charges that they give back of. */
type Recorded = { rows: RefundRow[]; charges: ChargeRow[] };

/**
 * Step one: the refunds as they stand in the books, new or from their first request. The latest charge
 * gives back first. Null where a charge or what is left of it changed meanwhile.
 */
async function recordRefund(call: ProvableCall, input: RefundInput): Promise<Recorded | null> {
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
  const isLeft = isLeftFor(parts, input.amountCents === null ? input.id : null);
  const written = await writeGuarded(deps.db, {
    guard: insertRefundIf(deps.db.orm, first, isLeft, ...proven),
    audit: audit(call, {
      appointmentId: appointment.id,
      action: isCash ? 'refund.cash' : 'refund.begun',
      after: { refundId: first.id, amountCents, reason: first.reason },
    }),
    also: [...others.map(addingRefund), ...writesOfCash(call, appointment, parts, rows)],
  });
  return written && { rows, charges };
}

/** What follows from the refunds that staff hand over themselves. */
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

/** The refunds that have this `requestId`, if it is the same request again. */
function sameRefund(
  before: RefundRow[],
  refundable: readonly Refundable[],
  input: RefundInput,
): RefundRow[] {
  if (!before.every(({ chargeId }) => refundable.some(({ charge }) => charge.id === chargeId))) {
    throw new DomainError('conflict', 'This request id belongs to another refund.');
  }
  const { amountCents } = asOne(before);
  if (input.amountCents !== null && input.amountCents !== amountCents) {
    throw askedBefore(amountCents);
  }
  return before;
}

/** Refunds on their way in this process; a second click waits for the answer to the first. */
const sending = new Map<string, Promise<WrittenRefund>>();

/** Steps two and three. Repeating them is harmless: the key is the refund's own, for good. */
function sendRefund(deps: Deps, row: RefundRow, charge?: ChargeRow): Promise<WrittenRefund> {
  const running = sending.get(row.id);
  if (running) return running;
  const sent = sendOnce(deps, row, charge).finally(() => sending.delete(row.id));
  sending.set(row.id, sent);
  return sent;
}

async function sendOnce(deps: Deps, row: RefundRow, known?: ChargeRow): Promise<WrittenRefund> {
  const charge = known ?? (await findChargeById(deps.db.orm, row.chargeId));
  if (!charge?.paymentIntentId) throw new Error('a refund of a charge without its payment');
  const { paymentIntentId } = charge;
  try {
    const { amountCents, id: key } = row;
    const view = await deps.payments.refund({ paymentIntentId, amountCents, key });
    const after = await applyRefund(deps, { ...view, key });
    if (after) return after;
  } catch (error) {
    if (error instanceof PaymentsRejected && error.isFinal) {
      await failRefund(deps, row.id, error.message);
      throw new DomainError('conflict', 'The payment service refused this refund.', {
        details: { reason: error.message },
        cause: error,
      });
    }
    // Recorded and on its way: the sweeper sends it again under the same key.
    if (error instanceof PaymentsRejected) await noteRefund(deps, charge, row, error);
    else if (!(error instanceof PaymentsUnreachable)) throw error;
  }
  return { refund: (await findRefund(deps.db.orm, row.id)) ?? row, shown: null };
}

const noteRefund = (deps: Deps, { appointmentId }: ChargeRow, { id }: RefundRow, error: unknown) =>
  noteRejection({ deps }, error, { id: `refund:${id}`, appointmentId });

/** The refunds that were never sent and the undecided ones, as far as their pause is over. */
export function selectRefundsToSweep({ db, clock }: Deps) {
  const now = clock.now();
  const before = { due: now - PAUSES.due, pending: now - PAUSES.pending };
  return unfinishedRefunds(db.orm, before, 50);
}

/** Sends the refunds that were never sent and asks about undecided ones. Returns how many. */
export async function sweepRefunds({ deps }: AnyCall): Promise<number> {
  return bringFurther(deps, await selectRefundsToSweep(deps));
}

/** The same for those that were read. */
export async function bringFurther(deps: Deps, open: readonly RefundRow[]): Promise<number> {
  for (const row of open) {
    if (!(await claimRefund(deps.db, row, deps.clock.now()))) continue;
    try {
      if (row.state === 'due' || row.stripeRefundId === null) await sendRefund(deps, row);
      else await lookAtRefund(deps, row.stripeRefundId);
    } catch (error) {
      await noteRejection({ deps }, error);
      deps.log.error('the sweeper could not bring a refund further', {
        refund: row.id,
        ...errorFields(error),
      });
    }
  }
  return open.length;
}
