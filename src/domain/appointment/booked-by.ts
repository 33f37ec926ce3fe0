/** Who of the business books for a customer; such an appointment is no hold (D93). */
export type BookedBy = 'driver' | 'staff';

/** Whether the first card of an appointment may come by its link alone, without a proof of the phone. */
export const takesFirstCardByLink = (row: {
  bookedBy: BookedBy | null;
  paymentMethodStored: boolean;
}): boolean => row.bookedBy !== null && !row.paymentMethodStored;
