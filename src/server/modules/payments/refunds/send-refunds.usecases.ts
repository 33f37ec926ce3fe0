import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { PaymentsRejected, PaymentsUnreachable } from '@/server/ports/payments/port';
import { type ChargeRow, findChargeById } from '../charges/charges.repository';
import { noteRejection } from '../health/troubles.usecases';
import {
  applyRefund,
  checkRefund,
  failRefund,
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
 * How long (ms) the sweeper waits before it sends an unanswered refund again, or checks a refund at
 * the bank. Banks take days, and an event reports the result. So the check is only for lost events.
 */
const PAUSES = { due: 30_000, pending: 3_600_000 };

/** A query of the instant (ms) when the next refund is due, or null. */
export const NEXT_REFUND = nextRefund(PAUSES);

/**
 * Sends recorded refunds that weren't sent yet. Returns each afterward, with its appointment if
 * that was written.
 *
 * @param charges charges of these refunds, if already read
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

/** Refunds that this process is sending. A second click waits for the first answer. */
const sending = new Map<string, Promise<WrittenRefund>>();

/** Steps two and three. Repeating them is harmless, because a refund always has the same key. */
function sendRefund(deps: Deps, row: RefundRow, charge?: ChargeRow): Promise<WrittenRefund> {
  const running = sending.get(row.id);
  if (running) return running;
  const sent = sendOnce(deps, row, charge).finally(() => sending.delete(row.id));
  sending.set(row.id, sent);
  return sent;
}

async function sendOnce(
  deps: Deps,
  row: RefundRow,
  chargeRead?: ChargeRow,
): Promise<WrittenRefund> {
  const charge = chargeRead ?? (await findChargeById(deps.db.orm, row.chargeId));
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
      throw new DomainError('conflict', 'Stripe rejected this refund. No money was returned.', {
        details: { reason: error.message },
        cause: error,
      });
    }
    // The refund is recorded, so the sweeper sends it again with the same key.
    if (error instanceof PaymentsRejected) await noteRefund(deps, charge, row, error);
    else if (!(error instanceof PaymentsUnreachable)) throw error;
  }
  return { refund: (await findRefund(deps.db.orm, row.id)) ?? row, shown: null };
}

const noteRefund = (deps: Deps, { appointmentId }: ChargeRow, { id }: RefundRow, error: unknown) =>
  noteRejection({ deps }, error, { id: `refund:${id}`, appointmentId });

/** Selects unsent and undecided refunds that are due. */
export function selectRefundsToSweep({ db, clock }: Deps) {
  const now = clock.now();
  const before = { due: now - PAUSES.due, pending: now - PAUSES.pending };
  return unfinishedRefunds(db.orm, before, 50);
}

/** Sends unsent refunds and checks undecided ones. Returns their number. */
export async function sweepRefunds({ deps }: AnyCall): Promise<number> {
  return advanceRefunds(deps, await selectRefundsToSweep(deps));
}

/** Sends or checks these refunds. Returns their number. */
export async function advanceRefunds(deps: Deps, open: readonly RefundRow[]): Promise<number> {
  for (const row of open) {
    if (!(await claimRefund(deps.db, row, deps.clock.now()))) continue;
    try {
      if (row.state === 'due' || row.stripeRefundId === null) await sendRefund(deps, row);
      else await checkRefund(deps, row.stripeRefundId);
    } catch (error) {
      await noteRejection({ deps }, error);
      deps.log.error("a refund couldn't be sent or checked", {
        refund: row.id,
        ...errorFields(error),
      });
    }
  }
  return open.length;
}
