import type { Contact } from '@/client/lib/contact-store';
import type { Me } from '@/client/lib/session';
import { guestLack, profileLack } from '@/domain/appointment/contact';

/** The contact details of an order. A guest needs only a phone number. */
export type CustomerContact = {
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
  customerAddress?: string;
};

/** Returns the profile's contact details. Those stored on this device fill the gaps. */
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

/** The toast about a missing detail. */
type ContactLack = { title: string; description: string };

/** @returns the toast about the profile's first missing detail, or null if it's complete */
export function missingContact(contact: CustomerContact): ContactLack | null {
  const lack = profileLack(contact);
  return lack && { title: TITLES[lack.field], description: lack.message };
}

/** Checks a guest's contact details. Without a phone number, we ask the guest to sign in. */
export function missingGuestContact(contact: CustomerContact) {
  const lack = guestLack(contact);
  if (!lack) return null;
  const title = contact.customerPhone ? TITLES[lack.field] : 'Account Required';
  return { field: lack.field, title, description: lack.message };
}
