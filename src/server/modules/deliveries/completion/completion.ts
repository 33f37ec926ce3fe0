import type { AppointmentRow } from '@/db/schema';
import {
  assessDelivery,
  chargeableNow,
  completionVerdict,
  type SeenTotals,
  totalQuestion,
} from '@/domain/appointment/completion';
import {
  columnsAsDone,
  deliveredBags,
  doubtsSinceShown,
  type ShownDoubt,
  type ShownOrder,
  shownDoubtText,
} from '@/domain/appointment/shown-order';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { type Cents, type GallonTenths, minus, NO_CENTS, toDollars } from '@/domain/money';
import type { Delivered } from '@/domain/order/order';
import { chargeIdOf } from '@/domain/payment/charge';
import { linesInDollars, toPriceColumns, unitPriceOf } from '@/domain/pricing/quote';
import type { ChargeInReview } from '@/domain/review/review';
import type { Position } from '@/domain/route/distance';
import type { Call } from '@/server/config/call';
import { WITHOUT_DOCK } from '../../appointments/boat-and-dock';
import { debtState } from '../../payments/charges/debt-state';
import { addingReviewItem } from '../../review/review.repository';

/** What a completion says. */
export type CompletionInput = {
  id: string;
  /** As really delivered. */
  actualGallonsTenths: GallonTenths;
  /** Left out: as ordered. */
  smallIceBags?: number;
  largeIceBags?: number;
  receiptPhoto?: string | null;
  fuelPhoto?: string | null;
  notes?: string;
  completedAt?: number | string;
  /** Names the device action; sending it again changes nothing. */
  actionKey?: string;
  /** The date that the device showed. */
  shownDate?: CalendarDate;
  /** Set for staff alone: why a cancelled appointment counts as delivered. */
  recordedReason?: string;
  /** The order as the device showed it. */
  shown?: ShownOrder;
  /** Where the device was; the dock's position is learned from it. */
  position?: Position | null;
} & SeenTotals;

/** What an appointment becomes with what was delivered, its price, and whether that is charged. */
export function completionOf(
  row: AppointmentRow,
  input: CompletionInput,
  { now, confirmAboveCents }: { now: number; confirmAboveCents: Cents },
) {
  const delivered: Delivered = {
    actualGallonsTenths: input.actualGallonsTenths,
    ...deliveredBags(row, input),
  };
  const others = doubtsSinceShown(row, delivered, input.shown);
  const done = doneColumns(row, others, input.shown);
  const figures = assessed({ ...row, ...done }, delivered, confirmAboveCents);
  const { price } = figures;
  const { totalCents } = price;
  const doubts = row.testMode ? [] : [...others, ...figures.doubts];
  const doubtText = [
    shownDoubtText(row.testMode ? [] : others, row, input.shown),
    figures.doubtText,
  ]
    .filter(Boolean)
    .join(' ');
  const inDoubt = doubts.length > 0;
  const byDevice = input.actionKey !== undefined;
  // A test costs nothing, so there is nothing to confirm.
  const verdict = row.testMode
    ? 'charge'
    : completionVerdict({ totalCents, inDoubt, isOther: others.length > 0, byDevice }, input);
  const takenCents =
    verdict === 'hold' ? chargeableNow({ totalCents, inDoubt }, input) : totalCents;
  const changes = {
    status: 'completed' as const,
    ...delivered,
    ...done,
    ...toPriceColumns(price),
    remainingBalanceCents: row.testMode ? NO_CENTS : takenCents,
    balancePaid: !row.testMode && verdict !== 'hold' && totalCents === 0,
    notes: input.notes || row.notes,
    ...input.position,
    ...(input.recordedReason !== undefined && recordedChanges(input.recordedReason)),
    completedAt: now,
    deviceCompletedAt: input.completedAt === undefined ? null : String(input.completedAt),
    updatedAt: now,
  };
  const seen = otherTotalSeen(input, totalCents);
  return { delivered, done, price, changes, doubts, doubtText, verdict, takenCents, seen };
}

/** What the order becomes if the driver went by an older one; a dock belongs to its place. */
function doneColumns(
  row: AppointmentRow,
  others: readonly ShownDoubt[],
  shown: ShownOrder | undefined,
) {
  if (!shown) return {};
  return {
    ...columnsAsDone(row, others, shown),
    ...(others.includes('other_place') && WITHOUT_DOCK),
  };
}

/** The entry of the history where a device showed another total than ours, so that staff can explain it. */
function otherTotalSeen(
  { expectedTotalCents, confirmedTotalCents = expectedTotalCents }: SeenTotals,
  totalCents: Cents,
) {
  const isOther = confirmedTotalCents !== undefined && confirmedTotalCents !== totalCents;
  return isOther ? { seenTotalCents: confirmedTotalCents } : {};
}

/** What a delivery comes to for its appointment, and why its figures are in doubt. */
export function assessed(row: AppointmentRow, delivered: Delivered, confirmAboveCents: Cents) {
  const unitPriceCents = unitPriceOf(row);
  return assessDelivery(row, delivered, {
    ...{ unitPriceCents, testMode: row.testMode, confirmAboveCents },
  });
}

type Completion = ReturnType<typeof completionOf>;

/** What ends with a cancellation that did not hold; the history keeps it. */
const recordedChanges = (recordedReason: string) => ({
  recordedReason,
  cancelledAt: null,
  cancelReason: null,
  notDeliveredReason: null,
  holdExpiresAt: null,
});

/** The refusal that asks a person for the total, with the lines to show. */
export function needsConfirmation({
  price,
  doubts,
  doubtText,
}: Pick<Completion, 'price' | 'doubts' | 'doubtText'>): DomainError {
  const { totalCents } = price;
  return new DomainError('needs_confirmation', totalQuestion(price, { doubtText }), {
    field: 'confirmedTotal',
    details: {
      totalCents,
      total: toDollars(totalCents),
      lines: linesInDollars(price),
      doubts,
    },
  });
}

/** The debts of a delivery: what is taken at once, and what is held. */
export function debtsOf(
  row: AppointmentRow,
  { price, verdict, takenCents }: Pick<Completion, 'price' | 'verdict' | 'takenCents'>,
  now: number,
) {
  const { totalCents, lines } = price;
  const debt = (sequence: number, amountCents: Cents) => ({
    id: chargeIdOf(row.id, sequence),
    ...{ appointmentId: row.id, sequence, amountCents, lines, createdAt: now, updatedAt: now },
  });
  const held = { state: 'held' as const };
  if (verdict === 'hold' && takenCents === 0) return [{ ...debt(1, totalCents), ...held }];
  const taken = { ...debt(1, takenCents), ...debtState(row, takenCents, now) };
  if (verdict !== 'hold') return [taken];
  const heldCents = minus(totalCents, takenCents);
  return [taken, { ...debt(2, heldCents), kind: 'correction' as const, ...held }];
}

/** The cause of the item about a held charge; an appointment is completed once. */
export const chargeReviewKey = (appointmentId: string) => `held_charge:${appointmentId}`;

/** What staff are to look at before the card is charged. */
export function heldForReview(
  { deps, actor }: Call,
  row: AppointmentRow,
  { delivered, price, doubts, doubtText, takenCents }: Completion,
) {
  const { actualGallonsTenths, ...bags } = delivered;
  const payload: ChargeInReview = {
    ordered: {
      gallonsTenths: row.estimatedGallonsTenths,
      smallIceBags: row.smallIceBags,
      largeIceBags: row.largeIceBags,
    },
    delivered: { gallonsTenths: actualGallonsTenths, ...bags },
    totalCents: price.totalCents,
    ...(takenCents > 0 && { takenCents }),
    doubts,
    by: 'name' in actor ? actor.name : actor.kind,
  };
  return addingReviewItem({
    id: deps.ids.next(),
    kind: 'held_charge',
    appointmentId: row.id,
    reason: doubtText || 'The total is higher than the one that the driver saw.',
    payload,
    dedupeKey: chargeReviewKey(row.id),
    createdAt: deps.clock.now(),
  });
}
