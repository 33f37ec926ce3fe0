import { emailFault, isEmail } from '../account/email';
import { MESSAGES } from '../errors';
import { isPhone } from '../phone';
import { CONTACT_MESSAGES } from '../text';
import { APPOINTMENT_MESSAGES } from './messages';

/** How to reach the customer of an appointment, as far as it is known. */
export type Contact = {
  customerName?: string | null;
  customerEmail?: string | null;
  customerPhone?: string | null;
};

type Lack<Field extends keyof Contact = keyof Contact> = { field: Field; message: string };

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

/**
 * What the contact of a guest lacks to book an appointment: a phone number is enough, and an email
 * address that is given must be one. Null when nothing is missing.
 */
export function guestLack({
  customerPhone,
  customerEmail,
}: Contact): Lack<'customerPhone' | 'customerEmail'> | null {
  if (!customerPhone) return { field: 'customerPhone', message: MESSAGES.signInFirst };
  if (!isPhone(customerPhone)) return { field: 'customerPhone', message: CONTACT_MESSAGES.phone };
  const message = customerEmail ? emailFault(customerEmail) : null;
  return message === null ? null : { field: 'customerEmail', message };
}
