import { type ConditionalWrite, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { formatDollars } from '@/domain/money';
import { ledgerSource } from '@/domain/payment/ledger';
import {
  CORRECTION,
  isRefundTransition,
  REFUNDED_STATES,
  type RefundState,
} from '@/domain/payment/refund';
import { paymentWayOf } from '@/domain/payment/way';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { RefundView } from '@/server/ports/payments/port';
import { deliveryFacts } from '../../appointments/delivery-link';
import { type StaffRow, selectForStaff } from '../../appointments/staff-lists.repository';
import { audit } from '../../audit/audit';
import { ledgerEntries } from '../../ledger/ledger.usecases';
import { message } from '../../messages/message';
import { addingReviewItem } from '../../review/review.repository';
import { selectSupport } from '../../support/support.repository';
import { type SupportView, supportView } from '../../support/support.usecases';
import { paymentFirst, STRIPE } from '../charges/charge-outcome.usecases';
import { type ChargeRow, isInState } from '../charges/charges.repository';
import {
  addingUpRefunds,
  changeRefund,
  insertForeignRefund,
  type RefundNames,
  type RefundRow,
  selectKnownRefund,
  selectRefundedDebt,
} from './refunds.repository';

/** The rows that decide a refund's next state, all read at the same moment. */
type Facts = {
  /** Null for a new refund that staff made in Stripe. */
  stored: RefundRow | null;
  charge: ChargeRow;
  appointment: AppointmentRow;
  support: Pick<SupportView, 'email' | 'phone'>;
};

/**
 * Records the state of a refund, but never an earlier one. A refund that staff made in Stripe is
 * added. Events, the sweeper, and the refund itself all call this, in any order.
 * @returns the refund afterward, or null if nothing changed
 */
export async function applyRefund(deps: Deps, view: RefundView): Promise<WrittenRefund | null> {
  const { written } = await retryOnConflict(async () => {
    const facts = await readFacts(deps, { ...view, stripeRefundId: view.id });
    const after = facts && refundAfter(deps, facts, view);
    return after ? writeRefund(deps, facts, after, view.createdAt) : NOTHING_WRITTEN;
  });
  return written;
}

async function readFacts(deps: Deps, names: RefundNames): Promise<Facts | null> {
  const [[stored], [debt], [support]] = await deps.db.read((orm) => [
    selectKnownRefund(orm, names),
    selectRefundedDebt(orm, names),
    selectSupport(orm),
  ]);
  if (!debt) return null;
  return { stored: stored ?? null, ...debt, support: supportView(support) };
}

/** A refund after the write, with its appointment as staff see it. */
export type WrittenRefund = { refund: RefundRow; shown: StaffRow | null };
/** `written` is null if nothing changed. */
type Written = { written: WrittenRefund | null };
const NOTHING_WRITTEN: Written = { written: null };

/** Returns the refund after Stripe's answer, or null if nothing changes. */
function refundAfter(deps: Deps, { stored, charge }: Facts, view: RefundView): RefundRow | null {
  const now = deps.clock.now();
  const said = {
    state: view.status,
    stripeRefundId: view.id,
    errorMessage: view.failureReason,
    updatedAt: now,
  };
  if (stored) return isRefundTransition(stored.state, view.status) ? { ...stored, ...said } : null;
  // If the card was charged on top of cash, a refund of that payment doesn't belong to this debt.
  if (charge.state !== 'succeeded') return null;
  return {
    ...said,
    id: deps.ids.next(),
    chargeId: charge.id,
    amountCents: view.amountCents,
    reason: 'Made in Stripe',
    createdAt: now,
  };
}

/** Fails a refund whose request Stripe refused, so that no money moved. */
export async function failRefund(deps: Deps, id: string, reason: string): Promise<void> {
  await retryOnConflict(async () => {
    const names = { key: id, stripeRefundId: null, paymentIntentId: null };
    const facts = await readFacts(deps, names);
    if (facts?.stored?.state !== 'due') return NOTHING_WRITTEN;
    const updatedAt = deps.clock.now();
    const errorMessage = reason.slice(0, 300);
    const after = { ...facts.stored, state: 'failed' as const, errorMessage, updatedAt };
    return writeRefund(deps, facts, after);
  });
}

const REFUND_ACTIONS: Record<RefundState, AuditAction> = {
  due: 'refund.begun',
  pending: 'refund.pending',
  succeeded: 'refund.succeeded',
  failed: 'refund.failed',
};

/**
 * Writes a refund with its figures, audit entry, and messages. The guard ignores the other columns
 * of the charge and the appointment, because other refunds of the same charge change their figures,
 * and the batch adds those up itself.
 */
async function writeRefund(
  deps: Deps,
  facts: Facts,
  after: RefundRow,
  madeAt?: number,
): Promise<Written> {
  const { stored, charge, appointment } = facts;
  const { orm } = deps.db;
  const { id: refundId, state, amountCents, errorMessage } = after;
  const written = await writeGuarded(deps.db, {
    guard: stored
      ? changeRefund(orm, stored, after, isInState(charge))
      : insertForeignRefund(orm, after, isInState(charge)),
    audit: audit(
      { deps, actor: STRIPE },
      {
        appointmentId: appointment.id,
        action: REFUND_ACTIONS[state],
        before: stored ? { state: stored.state } : undefined,
        after: { refundId, state, amountCents, reason: errorMessage },
      },
    ),
    also: [
      ...followingWrites({ deps }, facts, after, madeAt),
      ...failureMessages({ deps }, facts, after),
    ],
    view: [selectForStaff(orm, appointment.id)],
  });
  if (state === 'failed') {
    deps.log.warn('a refund failed', { refund: refundId });
  }
  const [[shown]] = written.view;
  return { written: { refund: after, shown: shown ?? null } };
}

/**
 * Returns the writes that follow from a refund: the refunded total, the ledger entry, and the
 * customer's message.
 *
 * @param madeAt when Stripe made it (ms), left out for cash
 */
export function followingWrites(
  { deps }: AnyCall,
  { appointment, charge }: Pick<Facts, 'appointment' | 'charge'>,
  refund: RefundRow,
  madeAt?: number,
): (ConditionalWrite | null)[] {
  const hasFailed = refund.state === 'failed';
  // If the refund failed, its money comes back now.
  const moved: [string, number][] =
    hasFailed || madeAt === undefined ? [] : [[ledgerSource('refund', refund.id), madeAt]];
  const writes = [
    ...addingUpRefunds(charge, deps.clock.now()),
    ledgerEntries({ deps }, appointment.id, moved),
  ];
  if (hasFailed) return writes;
  const facts = {
    ...deliveryFacts(deps, appointment),
    refund,
    way: paymentWayOf(charge),
  };
  return [...writes, message({ deps }, 'refund', facts)];
}

/**
 * If the customer was notified of a refund, we notify them when it fails. Staff are notified too,
 * even of a correction's refund that Stripe refused, so that they can make it again.
 */
function failureMessages(
  { deps }: AnyCall,
  { stored, appointment, support }: Facts,
  refund: RefundRow,
): (ConditionalWrite | null)[] {
  const wasNotified = stored !== null && REFUNDED_STATES.includes(stored.state);
  // A person who makes a refund sees right away if it's refused. A correction continues without its
  // refund, so staff must be notified.
  const isOfCorrection = refund.id.startsWith(CORRECTION);
  if (refund.state !== 'failed' || !(wasNotified || isOfCorrection)) return [];
  const facts = { appointment, refund };
  const why = refund.errorMessage ? ` (${refund.errorMessage})` : '';
  return [
    addingReviewItem({
      id: deps.ids.next(),
      kind: 'refund_failed',
      appointmentId: appointment.id,
      reason: `${wasNotified ? 'The bank' : 'Stripe'} rejected the ${formatDollars(refund.amountCents)} refund${why}.`,
      payload: { refundId: refund.id },
      dedupeKey: `refund_failed:${refund.id}`,
      createdAt: deps.clock.now(),
    }),
    wasNotified
      ? message({ deps }, 'refund-failed', {
          ...facts,
          ...deliveryFacts(deps, appointment),
          supportPhone: support.phone,
        })
      : null,
    message({ deps }, 'refund-failed-staff', { ...facts, supportEmail: support.email }),
  ];
}

/** Retrieves a refund from Stripe and records its state. */
export async function checkRefund(deps: Deps, stripeRefundId: string): Promise<void> {
  const view = await deps.payments.retrieveRefund(stripeRefundId);
  if (view.paymentIntentId) await paymentFirst(deps, view.paymentIntentId);
  await applyRefund(deps, view);
}
