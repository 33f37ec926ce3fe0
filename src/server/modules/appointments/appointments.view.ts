import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import { awaitsFirstCard } from '@/domain/appointment/booked-by';
import { CLOSED_STATUSES, MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { orderOf } from '@/domain/order/order';
import { type PaymentFacts, paymentBadge, paymentChip } from '@/domain/payment/badges';
import type { ChargeState } from '@/domain/payment/charge';
import { isDisputeClosed } from '@/domain/payment/dispute';
import { paymentIntentsOf } from '@/domain/payment/payment-intents';
import { quoteOf, toPriceColumns, unitPriceOf } from '@/domain/pricing/quote';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { DisputeFacts, StaffRow } from './staff-lists.repository';

/**
 * An appointment as its owner sees it. Money in cents, gallons in tenths, times in ms; `time` is the
 * time slot's label.
 */
export function customerView(row: AppointmentRow) {
  return {
    id: row.id,
    /** To be sent with a change, so that it overwrites no other change. */
    version: row.version,
    publicCode: row.publicCode,
    status: row.status,
    date: row.date,
    time: timeSlotLabel(row.slotIndex),
    ...orderOf(row),
    boatId: row.boatId,
    boatName: row.boat?.name ?? null,
    dockId: row.dockId,
    /** Staff decide whether they deliver there. */
    beyondServiceArea: row.beyondServiceArea,
    actualGallonsTenths: row.actualGallonsTenths,
    unitPriceCents: unitPriceOf(row),
    ...toPriceColumns(quoteOf(row)),
    totalPaidCents: row.totalPaidCents,
    refundedCents: row.refundedCents,
    remainingBalanceCents: row.remainingBalanceCents,
    balancePaid: row.balancePaid,
    paidAt: row.paidAt,
    paymentMethod: row.paymentMethod,
    paymentStatus: row.paymentStatus,
    cardBrand: row.cardBrand,
    cardLast4: row.cardLast4,
    /** The last month in which it works; null where that is not known. */
    cardExpMonth: row.cardExpMonth,
    cardExpYear: row.cardExpYear,
    cardSaved: row.paymentMethodStored,
    /** Booked for the customer, who has not given a card yet. */
    takesFirstCard: awaitsFirstCard(row),
    testMode: row.testMode,
    promoCode: row.promoCode,
    /** Still waiting for its card: the place is kept until then. */
    holdExpiresAt: row.holdExpiresAt,
    /** By status alone; a change is also checked against the clock. */
    canModify: MODIFIABLE_STATUSES.includes(row.status),
    canCancel: MODIFIABLE_STATUSES.includes(row.status),
    completedAt: row.completedAt,
    createdAt: row.createdAt,
  };
}

export type CustomerAppointment = ReturnType<typeof customerView>;

/** A driver carries no card: what an answer says of one is left empty for them. */
export const WITHOUT_CARD = {
  ...{ cardBrand: null, cardLast4: null },
  ...{ cardExpMonth: null, cardExpYear: null },
} as const;

/** The same for an answer with the payment of an appointment. */
export const WITHOUT_PAYMENT = {
  ...WITHOUT_CARD,
  paidCard: null,
  completionPaymentIntentId: null,
  balancePaymentIntentId: null,
  deliveryFeePaymentIntentId: null,
} as const;

/** What a driver needs to know of boat and dock; the gate code on the day of the delivery alone. */
export function driverFacts(row: AppointmentRow, today: CalendarDate) {
  const isTheirDay = row.date === today && !CLOSED_STATUSES.includes(row.status);
  const isNow = isTheirDay || row.status === 'en_route';
  const { boat, dock } = row;
  return { boat, dock: dock && { ...dock, gateCode: isNow ? dock.gateCode : null } };
}

/** What became of the debt of a delivery; nothing before it is completed. */
export function chargeView(
  row: AppointmentRow,
  {
    chargeState,
    chargeCard,
    chargeFacts,
  }: Pick<StaffRow, 'chargeState' | 'chargeCard' | 'chargeFacts'>,
) {
  const byCard = chargeState === 'succeeded' && row.totalPaidCents > 0;
  return {
    chargeState,
    /** The card it was paid with, which may be another than the saved one; null when not by card. */
    paidCard: byCard ? chargeCard : null,
    ...paymentIntentsOf(chargeFacts, row.deliveryFeeCents),
  };
}

/** What the badges of an appointment's payment are decided from. */
export function paymentOf(row: AppointmentRow, chargeState: ChargeState | null): PaymentFacts {
  const { status, testMode, balancePaid, refundedCents } = row;
  return {
    ...{ status, testMode, balancePaid, chargeState, refundedCents },
    cardSaved: row.paymentMethodStored,
    paidCents: row.totalPaidCents,
  };
}

/** An appointment as staff see it: with who, who drives, and the truth about its payment. */
export function staffView({
  appointment,
  customer,
  driverName,
  chargeState,
  chargeError,
  chargeCard,
  chargeFacts,
  lastRefundState,
  disputes,
}: StaffRow) {
  const facts = { ...paymentOf(appointment, chargeState), dispute: disputeState(disputes) };
  return {
    ...customerView(appointment),
    boat: appointment.boat,
    dock: appointment.dock,
    metresAway: appointment.metresAway,
    userId: appointment.userId,
    customerUsername: customer?.username ?? null,
    customerFullName: customer?.fullName ?? appointment.customerName,
    customerEmail: customer?.email ?? appointment.customerEmail,
    /** The delivery's own address, which its messages go to; null if they reach no one. */
    messagesTo: canGetMail(appointment.customerEmail) ? appointment.customerEmail : null,
    /** Shown as Phone for a customer with an account. */
    customerAccountPhone: customer?.phone ?? null,
    /** The contact given with the order; all that is known of a guest. */
    customerPhone: appointment.customerPhone,
    customUnitPriceCents: appointment.customUnitPriceCents,
    bookedUnitPriceCents: appointment.unitPriceCents,
    driverId: appointment.driverId,
    driverName,
    notes: appointment.notes,
    bookedBy: appointment.bookedBy,
    overCapacityReason: appointment.overCapacityReason,
    cancelReason: appointment.cancelReason,
    noCardReason: appointment.noCardReason,
    paymentBadge: paymentBadge(facts),
    paymentChip: paymentChip(facts),
    ...chargeView(appointment, { chargeState, chargeCard, chargeFacts }),
    chargeError,
    refundFailed: lastRefundState === 'failed',
    disputes,
  };
}

/** What the disputes of a payment come to; null where none is open or lost. */
function disputeState(disputes: DisputeFacts[]): PaymentFacts['dispute'] {
  if (disputes.some(({ status }) => !isDisputeClosed(status))) return 'open';
  return disputes.some(({ status }) => status === 'lost') ? 'lost' : null;
}

export type StaffAppointment = ReturnType<typeof staffView>;
