import { isEmail, isPhone } from '../text';
import { BOOKING_MESSAGES } from './messages';

/** How to reach the customer of an appointment, as far as it is known. */
export type Contact = {
  customerName?: string | null;
  customerEmail?: string | null;
  customerPhone?: string | null;
};

type Lack = { field: keyof Contact; message: string };

/** What a customer's profile lacks for a booking, in the specified order; null when it is complete. */
export function profileLack(contact: Contact): Lack | null {
  if (!isEmail(contact.customerEmail ?? '')) {
    return { field: 'customerEmail', message: BOOKING_MESSAGES.email };
  }
  if (!isPhone(contact.customerPhone ?? '')) {
    return { field: 'customerPhone', message: BOOKING_MESSAGES.phone };
  }
  if ((contact.customerName ?? '').trim().length < 2) {
    return { field: 'customerName', message: BOOKING_MESSAGES.fullName };
  }
  return null;
}
