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
import { priceOf } from '@/domain/pricing/delivered-price';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { linesInDollars } from '@/domain/pricing/quote';
import type { ChargeInReview } from '@/domain/review/review';
import type { Position } from '@/domain/route/distance';
import { type TaxTerms, taxOf } from '@/domain/tax/tax';
import { METER_DOUBT, readingsDoubt, readingsOf, type TakenNumber } from '@/domain/trucks/ticket';
import type { Call } from '@/server/config/call';
import { WITHOUT_DOCK } from '../../appointments/boat-and-dock';
import { debtState } from '../../payments/charges/debt-state';
import { addingReviewItem } from '../../review/review.repository';

export type CompletionInput = {
  id: string;
  /** Fuel actually delivered. */
  actualGallonsTenths: GallonTenths;
  /** The ordered number of bags if left out. */
  smallIceBags?: number;
  largeIceBags?: number;
  receiptPhoto?: string | null;
  fuelPhoto?: string | null;
  notes?: string;
  completedAt?: number | string;
  /** Identifies the device action, so that sending it again changes nothing. */
  actionKey?: string;
  /** The delivery date that the device showed. */
  shownDate?: CalendarDate;
  /** The order's discount code. Undefined keeps it, and null removes it. Only staff change it. */
  promoCode?: string | null | undefined;
  /** The reason a cancelled appointment counts as delivered. Only staff set it. */
  recordedReason?: string;
  shown?: ShownOrder;
  /** The meter readings before and after the delivery. Both or neither. */
  meterStartTenths?: GallonTenths;
  meterEndTenths?: GallonTenths;
  /** The truck that the device showed, and the ticket number that it took. */
  truckId?: number;
  ticket?: TakenNumber;
  /** Position of the device, which becomes the dock's position. */
  position?: Position | null;
} & SeenTotals;

/** Calculates a completed appointment's columns, its price, and whether to charge it now. */
export function completionOf(
  row: AppointmentRow,
  input: CompletionInput,
  {
    now,
    confirmAboveCents,
    taxTerms,
  }: { now: number; confirmAboveCents: Cents; taxTerms: TaxTerms | null },
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
  const readings = readingsOf(input.meterStartTenths, input.meterEndTenths);
  const meter = row.testMode ? null : readingsDoubt(readings, delivered.actualGallonsTenths);
  const doubts: ChargeInReview['doubts'] = row.testMode
    ? []
    : [...others, ...figures.doubts, ...(meter ? [METER_DOUBT] : [])];
  const doubtText = [
    shownDoubtText(row.testMode ? [] : others, row, input.shown),
    figures.doubtText,
    meter,
  ]
    .filter(Boolean)
    .join(' ');
  const inDoubt = doubts.length > 0;
  const byDevice = input.actionKey !== undefined;
  // A test is free, so nobody needs to confirm its total.
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
    taxes: taxOf({ ...row, ...done, ...delivered, taxes: taxTerms }, price),
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

/**
 * Order columns to store if the driver delivered an older version of the order. Another place drops
 * the dock.
 */
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

/** Audit values that help staff explain why a device showed another total. */
function otherTotalSeen(
  { expectedTotalCents, confirmedTotalCents = expectedTotalCents }: SeenTotals,
  totalCents: Cents,
) {
  const isOther = confirmedTotalCents !== undefined && confirmedTotalCents !== totalCents;
  return isOther ? { seenTotalCents: confirmedTotalCents } : {};
}

/** Prices the delivered figures at the appointment's prices and lists the doubts about them. */
export function assessed(row: AppointmentRow, delivered: Delivered, confirmAboveCents: Cents) {
  return assessDelivery(row, delivered, { ...priceOf(row), confirmAboveCents });
}

type Completion = ReturnType<typeof completionOf>;

/** Recording a delivery removes its cancellation. The audit log keeps the history. */
const recordedChanges = (recordedReason: string) => ({
  recordedReason,
  cancelledAt: null,
  cancelReason: null,
  notDeliveredReason: null,
  holdExpiresAt: null,
});

/** Asks a person to confirm the total, with the price lines to show. */
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

/** Returns the delivery's charges: the part to collect now, and the part in review. */
export function debtsOf(
  row: AppointmentRow,
  { price, verdict, takenCents }: Pick<Completion, 'price' | 'verdict' | 'takenCents'>,
  now: number,
) {
  const { totalCents, lines } = price;
  const debt = (sequence: number, amountCents: Cents) => ({
    id: chargeIdOf(row.id, sequence),
    appointmentId: row.id,
    sequence,
    amountCents,
    lines,
    createdAt: now,
    updatedAt: now,
  });
  const held = { state: 'held' as const };
  if (verdict === 'hold' && takenCents === 0) return [{ ...debt(1, totalCents), ...held }];
  const taken = { ...debt(1, takenCents), ...debtState(row, takenCents, now) };
  if (verdict !== 'hold') return [taken];
  const heldCents = minus(totalCents, takenCents);
  return [taken, { ...debt(2, heldCents), kind: 'correction' as const, ...held }];
}

/** Dedupe key of the review item. An appointment is completed once, so it has at most one. */
export const chargeReviewKey = (appointmentId: string) => `held_charge:${appointmentId}`;

/** Adds the review item that staff must settle before the card is charged. */
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
    reason: doubtText || 'The total is higher than the one the driver saw.',
    payload,
    dedupeKey: chargeReviewKey(row.id),
    createdAt: deps.clock.now(),
  });
}
