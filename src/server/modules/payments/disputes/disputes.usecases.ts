import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { disputeMayBecome, isDisputeClosed, lostCents } from '@/domain/payment/dispute';
import { ledgerSource } from '@/domain/payment/ledger';
import type { Deps } from '@/server/config/deps';
import type { DisputeView } from '@/server/ports/payments/port';
import { audit } from '../../audit/audit';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { message } from '../../messages/message';
import { puttingReviewItem } from '../../review/review.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { paymentFirst, STRIPE } from '../charges/charge-outcome.usecases';
import { disputeItem } from './dispute-item';
import {
  addingUpDisputes,
  changeDispute,
  type DisputeRow,
  insertDispute,
  selectDispute,
  selectPaidAppointment,
} from './disputes.repository';

/** `other` means that the payment isn't ours, such as another product's on the same account. */
export type DisputeOutcome = 'written' | 'nothing changes' | 'other';

/** Retrieves a dispute from Stripe and records its state. */
export async function checkDispute(deps: Deps, id: string): Promise<DisputeOutcome> {
  const askedAt = deps.clock.now();
  return applyDispute(deps, await deps.payments.retrieveDispute(id), askedAt);
}

/**
 * Records the state of a dispute, but never an earlier one. Events and the reconciliation call
 * this, in any order and any number of times.
 * @param askedAt when (ms) the call to Stripe began. An answer older than the stored one changes
 * nothing
 */
export async function applyDispute(
  deps: Deps,
  view: DisputeView,
  askedAt: number,
): Promise<DisputeOutcome> {
  const { paymentIntentId } = view;
  if (!paymentIntentId) return 'other';
  const named = await paymentFirst(deps, paymentIntentId);
  return retryOnConflict(async () => {
    const [[stored], [appointment], [support]] = await deps.db.read((orm) => [
      selectDispute(orm, view.id),
      selectPaidAppointment(orm, { paymentIntentId, named }),
      selectSupport(orm),
    ]);
    if (!appointment) return 'other';
    const after = disputeAfter(stored ?? null, appointment.id, view, askedAt);
    if (!after) return 'nothing changes';
    const supportEmail = supportView(support).email;
    return writeDispute(deps, { stored: stored ?? null, appointment, supportEmail, view }, after);
  });
}

/** Returns the dispute after Stripe's answer, or null if nothing changes. */
function disputeAfter(
  stored: DisputeRow | null,
  appointmentId: string,
  view: DisputeView,
  askedAt: number,
): DisputeRow | null {
  const { id, amountCents, reason, status, withdrawnCents, feeCents } = view;
  const after = {
    id,
    appointmentId,
    amountCents,
    reason,
    status,
    withdrawnCents,
    feeCents,
    paymentIntentId: view.paymentIntentId ?? '',
    lostCents: lostCents(view),
    refundable: view.refundable,
    dueBy: view.dueBy,
    openedAt: view.openedAt,
    closedAt: isDisputeClosed(status) ? askedAt : null,
    askedAt,
  };
  if (!stored) return after;
  if (askedAt < stored.askedAt || !disputeMayBecome(stored.status, status)) return null;
  const closedAt = after.closedAt && (stored.closedAt ?? askedAt);
  const same = { ...after, closedAt, askedAt: stored.askedAt };
  return Bun.deepEquals(same, stored) ? null : { ...after, closedAt };
}

type Facts = {
  stored: DisputeRow | null;
  appointment: AppointmentRow;
  supportEmail: string;
  view: DisputeView;
};

/** Writes a dispute with its review item, ledger entries, and messages. */
async function writeDispute(
  deps: Deps,
  { stored, appointment, supportEmail, view }: Facts,
  after: DisputeRow,
): Promise<'written'> {
  const { orm } = deps.db;
  const { id, status, amountCents, reason } = after;
  const now = deps.clock.now();
  await writeGuarded(deps.db, {
    guard: stored ? changeDispute(orm, stored, after) : insertDispute(orm, after),
    audit: audit(
      { deps, actor: STRIPE },
      {
        appointmentId: appointment.id,
        action: actionOf(stored, after),
        before: stored ? { dispute: stored.status } : undefined,
        after: { disputeId: id, dispute: status, disputeReason: reason, amountCents },
      },
    ),
    also: [
      addingUpDisputes(appointment.id, now),
      ledgerEntries({ deps }, appointment.id, movedIn(view)),
      puttingReviewItem(disputeItem(deps, after, now)),
      stored?.status === status
        ? null
        : message({ deps }, 'dispute', { appointment, dispute: after, supportEmail }),
    ],
  });
  deps.log.error('a payment is disputed', { dispute: id, status });
  return 'written';
}

/** When the bank moved money, by ledger source. */
const movedIn = ({ id, movedAt }: DisputeView): [string, number][] =>
  movedAt === null
    ? []
    : [
        [ledgerSource('dispute', id), movedAt],
        [ledgerSource('dispute_fee', id), movedAt],
      ];

function actionOf(stored: DisputeRow | null, after: DisputeRow): AuditAction {
  if (!stored) return 'charge.dispute.created';
  if (stored.closedAt === null && after.closedAt !== null) return 'charge.dispute.closed';
  if (stored.withdrawnCents < after.withdrawnCents) return 'charge.dispute.funds_withdrawn';
  if (stored.withdrawnCents > after.withdrawnCents) return 'charge.dispute.funds_reinstated';
  return 'charge.dispute.updated';
}
