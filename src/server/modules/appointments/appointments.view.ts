import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import type { AccountPaymentWay } from '@/domain/account/house-account';
import { awaitsFirstCard } from '@/domain/appointment/booked-by';
import { CLOSED_STATUSES, MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { orderOf } from '@/domain/order/order';
import { type PaymentFacts, paymentBadge, paymentChip } from '@/domain/payment/badges';
import { cardTrouble } from '@/domain/payment/card-trouble';
import type { ChargeState } from '@/domain/payment/charge';
import { isDisputeClosed } from '@/domain/payment/dispute';
import { paymentIntentsOf } from '@/domain/payment/payment-intents';
import { PAYMENT_WAY_TEXTS } from '@/domain/payment/way';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { quoteOf, unitPriceOf } from '@/domain/pricing/quote';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { DisputeFacts, StaffRow } from './staff-lists.repository';

/**
 * Returns an appointment as its owner sees it. Money is in cents, gallons are in tenths, and
 * instants are in ms. `time` is the time window's label.
 */
export function customerView(row: AppointmentRow) {
  return {
    id: row.id,
    /**
     * The caller sends the version back with a change, so that the change can't overwrite someone
     * else's.
     */
    version: row.version,
    publicCode: row.publicCode,
    status: row.status,
    date: row.date,
    time: timeSlotLabel(row.slotIndex),
    ...orderOf(row),
    boatId: row.boatId,
    boatName: row.boat?.name ?? null,
    dockId: row.dockId,
    /** True if the dock is outside the service area, so staff decide whether we deliver there. */
    beyondServiceArea: row.beyondServiceArea,
    actualGallonsTenths: row.actualGallonsTenths,
    unitPriceCents: unitPriceOf(row),
    /** The former fuel with its promised price. The price returns with that fuel. */
    formerFuel: row.formerFuel,
    ...toPriceColumns(quoteOf(row)),
    /** The price list of the booking. Null means the first fees and prices. */
    priceList: row.priceList,
    /** The discount of the booking, or null without one. */
    discount: row.discount,
    totalPaidCents: row.totalPaidCents,
    refundedCents: row.refundedCents,
    remainingBalanceCents: row.remainingBalanceCents,
    balancePaid: row.balancePaid,
    paidAt: row.paidAt,
    paymentMethod: row.paymentMethod,
    paymentStatus: row.paymentStatus,
    cardBrand: row.cardBrand,
    cardLast4: row.cardLast4,
    /** The card's expiry, or null if it's unknown. */
    cardExpMonth: row.cardExpMonth,
    cardExpYear: row.cardExpYear,
    cardSaved: row.paymentMethodStored && row.cardDetachedAt === null,
    /** True if staff or a driver booked it and the customer hasn't added a card yet. */
    takesFirstCard: awaitsFirstCard(row),
    testMode: row.testMode,
    promoCode: row.promoCode,
    /** The time until which the window is held while the customer saves a card. */
    holdExpiresAt: row.holdExpiresAt,
    /**
     * Based on the status only. When the customer sends a change, the server also checks the clock.
     */
    canModify: MODIFIABLE_STATUSES.includes(row.status),
    canCancel: MODIFIABLE_STATUSES.includes(row.status),
    completedAt: row.completedAt,
    createdAt: row.createdAt,
  };
}

export type CustomerAppointment = ReturnType<typeof customerView>;

/** Drivers don't see cards, so these fields are empty in their responses. */
export const WITHOUT_CARD = {
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
} as const;

/** The empty payment fields of a driver's response. */
export const WITHOUT_PAYMENT = {
  ...WITHOUT_CARD,
  cardTrouble: null,
  paidCard: null,
  paidHow: null,
  completionPaymentIntentId: null,
  balancePaymentIntentId: null,
  deliveryFeePaymentIntentId: null,
} as const;

/** True on the day of an open delivery, or while it's en route. The driver sees everything then. */
export const isForDriverNow = (row: AppointmentRow, today: CalendarDate) =>
  (row.date === today && !CLOSED_STATUSES.includes(row.status)) || row.status === 'en_route';

/**
 * Returns the boat's and the dock's details for the driver. The gate code is included only on the
 * day of the delivery, and so is the customer's note, because it may contain a gate code.
 */
export function driverFacts(row: AppointmentRow, today: CalendarDate) {
  const isNow = isForDriverNow(row, today);
  const { boat, dock } = row;
  return {
    boat,
    dock: dock && { ...dock, gateCode: isNow ? dock.gateCode : null },
    driverNote: isNow ? row.driverNote : null,
  };
}

/**
 * Returns the state of a delivery's charge. All fields are null before the delivery is completed.
 */
export function chargeView(
  row: AppointmentRow,
  {
    chargeState,
    chargeCard,
    chargePaidBy,
    chargeFacts,
  }: Pick<StaffRow, 'chargeState' | 'chargeCard' | 'chargePaidBy' | 'chargeFacts'>,
) {
  const byCard = chargeState === 'succeeded' && row.totalPaidCents > 0;
  return {
    chargeState,
    /** The card that paid, which may differ from the saved card. Null if no card paid. */
    paidCard: byCard ? chargeCard : null,
    /** How it was paid without a card. Null otherwise. */
    paidHow: chargeState === 'cash' ? PAYMENT_WAY_TEXTS[chargePaidBy ?? 'cash'] : null,
    ...paymentIntentsOf(chargeFacts, row.deliveryFeeCents),
  };
}

/** Collects the facts that decide an appointment's payment badge. */
export function paymentOf(
  row: AppointmentRow,
  chargeState: ChargeState | null,
  chargePaidBy: AccountPaymentWay | null = null,
): PaymentFacts {
  const { status, testMode, balancePaid, refundedCents } = row;
  return {
    status,
    testMode,
    balancePaid,
    chargeState,
    chargePaidBy,
    refundedCents,
    cardSaved: row.paymentMethodStored && row.cardDetachedAt === null,
    paidCents: row.totalPaidCents,
  };
}

/** Stripe words a bank's reason for the cardholder. */
const chargeErrorForStaff = (error: string | null) =>
  error?.replace(/^Your card\b/, 'The card') ?? null;

/**
 * Returns an appointment as staff see it, with the customer, the driver, and the actual payment
 * state.
 */
export function staffView({
  appointment,
  customer,
  driverName,
  chargeState,
  chargeError,
  chargeCard,
  chargePaidBy,
  chargeFacts,
  lastRefundState,
  disputes,
  lastStopChange,
  ...cardState
}: StaffRow) {
  const facts = {
    ...paymentOf(appointment, chargeState, chargePaidBy),
    isByInvoice: cardState.isByInvoice,
    dispute: disputeState(disputes),
  };
  return {
    ...customerView(appointment),
    boat: appointment.boat,
    dock: appointment.dock,
    metresAway: appointment.metresAway,
    userId: appointment.userId,
    customerUsername: customer?.username ?? null,
    customerFullName: customer?.fullName ?? appointment.customerName,
    customerEmail: customer?.email ?? appointment.customerEmail,
    /** The delivery's own email address, or null if it can't receive email. */
    messagesTo: canGetMail(appointment.customerEmail) ? appointment.customerEmail : null,
    /** Shown as Phone for a customer with an account. */
    customerAccountPhone: customer?.phone ?? null,
    /** The phone number entered with the order. It's all we know about a guest. */
    customerPhone: appointment.customerPhone,
    customUnitPriceCents: appointment.customUnitPriceCents,
    bookedUnitPriceCents: appointment.unitPriceCents,
    driverId: appointment.driverId,
    driverName,
    /** The last change since the driver got the stop, and who has seen it. Null without one. */
    lastStopChange,
    notes: appointment.notes,
    /** The tax that the total includes. Null before the delivery, and if no tax applied. */
    taxes: appointment.taxes,
    ticket: appointment.ticket,
    bookedBy: appointment.bookedBy,
    overCapacityReason: appointment.overCapacityReason,
    cancelReason: appointment.cancelReason,
    noCardReason: appointment.noCardReason,
    /** Why the card of an open delivery can't be charged. Null if it can, or isn't needed. */
    cardTrouble: cardTrouble(appointment, cardState),
    paymentBadge: paymentBadge(facts),
    paymentChip: paymentChip(facts),
    ...chargeView(appointment, { chargeState, chargeCard, chargePaidBy, chargeFacts }),
    chargeError: chargeErrorForStaff(chargeError),
    refundFailed: lastRefundState === 'failed',
    disputes,
  };
}

/** Sums up a payment's disputes. Null if none is open or lost. */
function disputeState(disputes: DisputeFacts[]): PaymentFacts['dispute'] {
  if (disputes.some(({ status }) => !isDisputeClosed(status))) return 'open';
  return disputes.some(({ status }) => status === 'lost') ? 'lost' : null;
}

/** Returns the addresses for an appointment's messages, from its staff view. */
export const ownContact = ({ id, userId, messagesTo, customerPhone }: StaffAppointment) => ({
  id,
  userId,
  customerEmail: messagesTo,
  customerPhone,
});

export type StaffAppointment = ReturnType<typeof staffView>;
