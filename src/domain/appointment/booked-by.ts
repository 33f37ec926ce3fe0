import type { PaymentMethod } from '../payment/status';
import { type AppointmentStatus, CLOSED_STATUSES } from './status';

/** Who booked for a customer, if the customer didn't. Such an appointment is never a hold. */
export type BookedBy = 'driver' | 'staff';

type Row = {
  bookedBy: BookedBy | null;
  paymentMethodStored: boolean;
  paymentMethod: PaymentMethod;
};

/** True if the first card may be added with the delivery link alone, without the phone digits. */
export const takesFirstCardByLink = (row: Row): boolean =>
  row.bookedBy !== null && !row.paymentMethodStored && row.paymentMethod !== 'invoice';

/** True if that first card is still missing and the delivery isn't closed. */
export const awaitsFirstCard = (row: Row & { status: AppointmentStatus }): boolean =>
  takesFirstCardByLink(row) && !CLOSED_STATUSES.includes(row.status);
