import { emailFault, isEmail } from '../account/email';
import { MESSAGES } from '../errors';
import { isPhone } from '../phone';
import { CONTACT_MESSAGES } from '../text';
import { APPOINTMENT_MESSAGES } from './messages';

/** An appointment's contact, which may be incomplete. */
export type Contact = {
  customerName?: string | null;
  customerEmail?: string | null;
  customerPhone?: string | null;
};

type Lack<Field extends keyof Contact = keyof Contact> = { field: Field; message: string };

/**
 * Returns the first contact field that a customer's profile lacks to book, in the specified order,
 * or null if the profile is complete.
 */
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
 * Returns the contact field that a guest must fix to book, or null if there is none. A phone number
 * is enough, but an email address must be valid.
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
