import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { CALL_KINDS } from '@/domain/messages/call-list';
import { orderOf } from '@/domain/order/order';
import type {
  ChargeInReview,
  PaymentDifference,
  RefusedAction,
  ReportedFigures,
  ReviewKind,
} from '@/domain/review/review';
import type { ReviewQueueInput } from '@/domain/review/review.schema';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  endIfOpen,
  findReviewItem,
  REVIEW_PAGE_SIZE,
  type ReviewItem,
  reopenCall,
  selectDoneItems,
  selectOpenCount,
  selectOpenItems,
} from './review.repository';

const MOST_DONE = 20;

/**
 * Returns Needs attention: a page of open items (oldest first), recently resolved items, and the
 * total number of open ones. Items of the given delivery come first. `calls` limits both lists to the call
 * list.
 */
export async function readReviewQueue(
  { deps }: AnyCall,
  { page, deliveryId, calls = false }: ReviewQueueInput,
) {
  const now = deps.clock.now();
  const [open, done, [total]] = await deps.db.read((orm) => [
    selectOpenItems(orm, now, { page, deliveryId: deliveryId ?? null, calls }),
    selectDoneItems(orm, MOST_DONE, calls),
    selectOpenCount(orm, now),
  ]);
  return {
    open: open.map(itemView),
    done: done.map(itemView),
    openCount: total?.count ?? 0,
    /** The number of open items on the call list. */
    callCount: total?.calls ?? 0,
    pageSize: REVIEW_PAGE_SIZE,
  };
}

function itemView(found: ReviewItem) {
  const { item, appointment, account, driver, dispute, report, reporter, refund } = found;
  const { payload, dedupeKey, state, ...shown } = item;
  return {
    ...shown,
    dispute,
    report: report && { ...report, driver: reporter, delivered: figuresOf(payload) },
    refund,
    difference: item.kind === 'payment_difference' ? (payload as PaymentDifference | null) : null,
    press:
      item.kind === 'refused_action' ? refusedActionView(payload as RefusedAction | null) : null,
    held: item.kind === 'held_charge' ? (payload as ChargeInReview | null) : null,
    delivery: appointment && {
      id: appointment.id,
      publicCode: appointment.publicCode,
      date: appointment.date,
      time: timeSlotLabel(appointment.slotIndex),
      ...orderOf(appointment),
      customerName: appointment.customerName ?? account?.name ?? null,
      customerPhone: appointment.customerPhone ?? account?.phone ?? null,
      status: appointment.status,
      driverName: driver?.name ?? null,
      driverPhone: driver?.phone ?? null,
      unitPriceCents: appointment.unitPriceCents,
      customUnitPriceCents: appointment.customUnitPriceCents,
      testMode: appointment.testMode,
      priceList: appointment.priceList,
      discount: appointment.discount,
      cardLast4: appointment.cardLast4,
    },
  };
}

/** The quantities that a driver reported as delivered, or null if the report has none. */
export const figuresOf = (payload: ReviewItem['item']['payload'] | null) =>
  (payload as { delivered?: ReportedFigures } | null)?.delivered ?? null;

/** Returns a refused device action as staff see it, without its photo's storage key. */
const refusedActionView = (action: RefusedAction | null) =>
  action && { ...action, photo: action.photo !== undefined, proof: action.proof?.kind ?? null };

/** Returned as a 404. */
export const unknownItem = () => new DomainError('not_found', 'We couldn’t find that item.');

/** Explains how to resolve the kinds of items to which Mark Resolved doesn't apply. */
const OWN_ENDS: Partial<Record<ReviewKind, string>> = {
  held_charge: 'Approve, correct, or write off this charge instead.',
  driver_report: 'Mark the report itself as resolved.',
  spill: 'Mark the report itself as resolved.',
  dispute: 'This item resolves automatically once the bank decides the dispute.',
};

/**
 * Marks an item as resolved. Repeating it is harmless. Throws `conflict` if it must be resolved
 * another way.
 */
export async function resolveReviewItem(
  call: UserCall,
  { id, note }: { id: string; note: string },
): Promise<{ id: string }> {
  const { deps, actor } = call;
  const item = await findReviewItem(deps.db.orm, id);
  if (!item) throw unknownItem();
  const ownEnd = OWN_ENDS[item.kind];
  if (ownEnd) throw new DomainError('conflict', ownEnd);
  await tryWriteGuarded(deps.db, {
    guard: endIfOpen(deps.db.orm, id, {
      outcome: 'dealt_with',
      note: note || null,
      doneBy: actor.name,
      doneAt: deps.clock.now(),
    }),
    audit: audit(call, {
      appointmentId: item.appointmentId,
      action: 'review.resolved',
      after: { kind: item.kind, note: note || null },
    }),
  });
  return { id };
}

/**
 * Puts a customer on the call list again, if someone marked the call by mistake. Repeating it is
 * harmless.
 */
export async function undoCall(call: UserCall, { id }: { id: string }): Promise<{ id: string }> {
  const { deps } = call;
  const item = await findReviewItem(deps.db.orm, id);
  if (!item || item.appointmentId === null || !CALL_KINDS.includes(item.kind)) throw unknownItem();
  await tryWriteGuarded(deps.db, {
    guard: reopenCall(deps.db.orm, id),
    audit: audit(call, {
      appointmentId: item.appointmentId,
      action: 'review.reopened',
      after: { kind: item.kind },
    }),
  });
  return { id };
}
