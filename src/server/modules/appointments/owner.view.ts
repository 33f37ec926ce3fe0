import { deliveryTimes } from '@/domain/delivery-times';
import { paymentChip } from '@/domain/payment/badges';
import { freshPosition } from '@/domain/route/position';
import { taxRows } from '@/domain/tax/tax';
import { formatClock, localMoment } from '@/domain/time';
import { zoneAt } from '@/domain/time-zones';
import { ticketRows } from '@/domain/trucks/ticket';
import type { Deps, Settings } from '@/server/config/deps';
import { chargeView, customerView, paymentOf } from './appointments.view';
import type { OwnedRow, PhotoRow, ReceiptPayment } from './own-appointments.repository';

/** The driver on the way, and about when they arrive ("10:40 AM"). */
export type OnTheWay = { driverName: string | null; about: string | null };

/** Returns an appointment in its owner's list. `onTheWay` is null unless a driver is on the way. */
export function expectedView(row: OwnedRow, settings: Settings) {
  const { appointment } = row;
  return {
    ...customerView(appointment),
    ...chargeView(appointment, row),
    onTheWay: onTheWayOf(row, settings),
    times: deliveryTimes(appointment, settings.zones),
    /** The link of a guest's delivery, or null for an account. */
    link: null as string | null,
    /** True if this visitor came by the link, and only the account that booked it can change it. */
    needsSignIn: false as boolean,
    /** The path of the delivery's page, which follows the driver. Null for a hold. */
    page: null as string | null,
  };
}
export type ExpectedDelivery = ReturnType<typeof expectedView>;

/** Returns an appointment with the IDs of its photos and its payment state. */
export function detailsView(row: OwnedRow, photos: readonly PhotoRow[], deps: Deps) {
  const { appointment, chargeState, chargeError, driver, driverName, isNextStop } = row;
  return {
    ...expectedView(row, deps.settings),
    /** The driver's position, if it's recent and this is the driver's next stop. Otherwise null. */
    driverPosition: isNextStop && driver ? freshPosition(driver, deps.clock.now()) : null,
    /** Who delivered the order. Null before the delivery. */
    deliveredBy: appointment.status === 'completed' ? driverName : null,
    /** Each photo is served at /api/photos/{id}. */
    photos: photos
      .filter(({ appointmentId }) => appointmentId === appointment.id)
      .map(({ appointmentId, isForLink, ...photo }) => photo),
    /** The tax that the total includes. Null before the delivery, and if no tax applied. */
    taxes: appointment.taxes,
    /** The receipt's tax rows. Built here so that the home page loads less code. */
    taxRows: taxRows(appointment.taxes),
    /** The delivery ticket, and the receipt's rows about it. */
    ticket: appointment.ticket,
    ticketRows: ticketRows(appointment.ticket),
    /** The date of the payment in the business's time zone. */
    paidOn: paidOn(appointment, deps.settings),
    paymentChip: paymentChip(paymentOf(appointment, chargeState)),
    /**
     * The payments, starting with the delivery's own charge. A correction may have added another.
     */
    payments: paymentsOf(row),
    /** The reason the card was declined, or null once the balance is paid. */
    chargeError: appointment.balancePaid ? null : chargeError,
  };
}
export type DeliveryDetails = ReturnType<typeof detailsView>;

const paidOn = ({ paidAt }: OwnedRow['appointment'], { zones }: Settings) =>
  paidAt === null ? null : localMoment(paidAt, zoneAt(zones, paidAt)).date;

function paymentsOf({ charges }: OwnedRow): ReceiptPayment[] {
  const all: (ReceiptPayment & { sequence: number })[] = JSON.parse(charges);
  return all
    .filter(({ receivedCents }) => receivedCents > 0)
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ sequence, ...payment }) => payment);
}

function onTheWayOf({ appointment, driverName }: OwnedRow, settings: Settings): OnTheWay | null {
  if (appointment.status !== 'en_route') return null;
  const { arrivalAt } = appointment;
  return {
    driverName,
    about: arrivalAt === null ? null : formatClock(arrivalAt, settings.timeZone),
  };
}
