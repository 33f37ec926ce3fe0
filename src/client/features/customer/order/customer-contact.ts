import type { Contact } from '@/client/lib/contact-store';
import type { Me } from '@/client/lib/session';
import { profileLack } from '@/domain/appointment/contact';

/** The contact details that an order is sent with. A guest gives a phone number alone (D19). */
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

/** The toast about the first detail that a profile lacks; null for a complete one. */
export function missingContact(
  contact: CustomerContact,
): { title: string; description: string } | null {
  const lack = profileLack(contact);
  return lack && { title: TITLES[lack.field], description: lack.message };
}
