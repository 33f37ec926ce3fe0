import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected, PaymentsUnreachable } from '@/server/ports/payments/port';
import { type ChargeRow, findChargeById } from '../charges/charges.repository';
import { noteRejection } from '../health/troubles.usecases';
import {
  applyRefund,
  failRefund,
  lookAtRefund,
  type WrittenRefund,
} from './refund-outcome.usecases';
import {
  claimRefund,
  findRefund,
  nextRefund,
  type RefundRow,
  unfinishedRefunds,
} from './refunds.repository';

/**
 * How long (ms) a refund may be without an answer before the sweeper sends it again; and at the bank,
 * which takes days and answers by an event: asking finds lost events.
 */
const PAUSES = { due: 30_000, pending: 3_600_000 };

/** When the next refund should be brought further: a query of one instant (ms) or null. */
export const NEXT_REFUND = nextRefund(PAUSES);

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
