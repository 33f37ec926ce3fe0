import type { Contact } from '@/client/lib/contact-store';
import type { Me } from '@/client/lib/session';
import { guestLack, profileLack } from '@/domain/appointment/contact';

/** The contact details that an order is sent with. A guest gives a phone number alone. */
export type CustomerContact = {
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
  customerAddress?: string;
};

/** The profile of a customer, with the contact details on this device in place of missing ones. */
export function contactOf(me: Me, stored: Contact): CustomerContact {
  return {
    customerName: me.fullName ?? '',
    customerEmail: me.email || stored.email,
    customerPhone: me.phone || stored.phone,
    customerAddress: me.address ?? undefined,
  };
}

const TITLES = {
  customerEmail: 'Email Required',
  customerPhone: 'Phone Number Required',
  customerName: 'Full Name Required',
} as const;

/** A detail that is missing, with the toast about it. */
type ContactLack = { title: string; description: string };

/** The first detail that a profile lacks; null for a complete one. */
export function missingContact(contact: CustomerContact): ContactLack | null {
  const lack = profileLack(contact);
  return lack && { title: TITLES[lack.field], description: lack.message };
}

/** The same for what a guest has typed. Without a phone number, what is missing is an account. */
export function missingGuestContact(contact: CustomerContact) {
  const lack = guestLack(contact);
  if (!lack) return null;
  const title = contact.customerPhone ? TITLES[lack.field] : 'Account Required';
  return { field: lack.field, title, description: lack.message };
}
