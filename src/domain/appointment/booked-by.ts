import { type AppointmentStatus, CLOSED_STATUSES } from './status';

/** Who of the business books for a customer; such an appointment is no hold. */
export type BookedBy = 'driver' | 'staff';

type Row = { bookedBy: BookedBy | null; paymentMethodStored: boolean };

/** Whether the first card of an appointment may come by its link alone, without a proof of the phone. */
export const takesFirstCardByLink = (row: Row): boolean =>
  row.bookedBy !== null && !row.paymentMethodStored;

/** Whether such a card is still wanted: the delivery is to come. */
export const awaitsFirstCard = (row: Row & { status: AppointmentStatus }): boolean =>
  takesFirstCardByLink(row) && !CLOSED_STATUSES.includes(row.status);
