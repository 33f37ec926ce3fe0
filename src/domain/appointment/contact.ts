import { isEmail, isPhone } from '../text';
import { APPOINTMENT_MESSAGES } from './messages';

/** How to reach the customer of an appointment, as far as it is known. */
export type Contact = {
  customerName?: string | null;
  customerEmail?: string | null;
  customerPhone?: string | null;
};

type Lack = { field: keyof Contact; message: string };

/** What a customer's profile lacks to book an appointment, in the specified order; null when it is complete. */
export function profileLack(contact: Contact): Lack | null {
  if (!isEmail(contact.customerEmail ?? '')) {
    return { field: 'customerEmail', message: APPOINTMENT_MESSAGES.email };
  }
  if (!isPhone(contact.customerPhone ?? '')) {
    return { field: 'customerPhone', message: APPOINTMENT_MESSAGES.phone };
  }
  if ((contact.customerName ?? '').trim().length < 2) {
    return { field: 'customerName', message: APPOINTMENT_MESSAGES.fullName };
  }
  return null;
}
