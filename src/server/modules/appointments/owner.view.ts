import { paymentChip } from '@/domain/payment/badges';
import { freshPosition } from '@/domain/route/position';
import { formatClock, localMoment } from '@/domain/time';
import type { Deps, Settings } from '@/server/config/deps';
import { chargeView, customerView, paymentOf } from './appointments.view';
import { deliveryTimes } from './delivery-times';
import type { OwnedRow, PhotoRow, ReceiptPayment } from './own-appointments.repository';

/** Who is on the way, and about when they should be there ("10:40 AM"). */
export type OnTheWay = { driverName: string | null; about: string | null };

/** An appointment in its owner's list; `onTheWay` is null unless a driver is. */
export function expectedView(row: OwnedRow, settings: Settings) {
  const { appointment } = row;
  return {
    ...customerView(appointment),
    ...chargeView(appointment, row),
    onTheWay: onTheWayOf(row, settings),
    times: deliveryTimes(appointment, settings.timeZone),
    /** The link of a guest's delivery, for the guest to keep; null for an account. */
    link: null as string | null,
  };
}
export type ExpectedDelivery = ReturnType<typeof expectedView>;

/** An appointment with its photos' ids and how its payment stands. */
export function detailsView(row: OwnedRow, photos: readonly PhotoRow[], deps: Deps) {
  const { appointment, chargeState, chargeError, driver, isNextStop } = row;
  return {
    ...expectedView(row, deps.settings),
    /** Where the driver is; null unless that was seen lately and this is their next stop. */
    driverPosition: isNextStop && driver ? freshPosition(driver, deps.clock.now()) : null,
    /** Each is served at /api/photos/{id}. */
    photos: photos
      .filter(({ appointmentId }) => appointmentId === appointment.id)
      .map(({ appointmentId, ...photo }) => photo),
    /** The day of the payment, where the business is. */
    paidOn: paidOn(appointment, deps.settings),
    paymentChip: paymentChip(paymentOf(appointment, chargeState)),
    /** What was paid, the delivery's own charge first; a correction may have added another. */
    payments: paymentsOf(row),
    /** Why the card said no; null while nothing is wrong. */
    chargeError: appointment.balancePaid ? null : chargeError,
  };
}
export type DeliveryDetails = ReturnType<typeof detailsView>;

const paidOn = ({ paidAt }: OwnedRow['appointment'], { timeZone }: Settings) =>
  paidAt === null ? null : localMoment(paidAt, timeZone).date;

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
