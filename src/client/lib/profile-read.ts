import { isSameEmail } from '@/domain/account/email';
import type { FieldValue } from '@/domain/edit-conflict';
import { formatPhone } from '@/domain/phone';
import type { Me } from './session';

/** Returns the profile as it's shown, with the field names of both forms, to send with a save. */
export function profileRead(me: Me): Record<string, FieldValue> {
  const { fullName, email, phone, address, boatName, boatType } = me;
  const { preferredFuelType, typicalFuelCapacity, preferredCanType, deliveryMethod } = me;
  return {
    fullName,
    email,
    phone,
    boatName,
    boatType,
    preferredFuelType,
    typicalFuelCapacity,
    preferredCanType,
    deliveryMethod,
    address,
    preferredAddress: address,
  };
}

/** The fields of a profile that another page may have changed. */
export const PROFILE_FACTS = {
  fullName: { label: 'Full Name' },
  email: { label: 'Email' },
  phone: { label: 'Phone', text: (phone: unknown) => formatPhone(String(phone ?? '')) },
  address: { label: 'Address' },
  preferredAddress: { label: 'Preferred Address' },
  boatName: { label: 'Boat Name' },
  boatType: { label: 'Boat Type' },
  preferredFuelType: { label: 'Preferred Fuel Type' },
  typicalFuelCapacity: { label: 'Typical Fuel Capacity' },
  preferredCanType: { label: 'Can Type' },
  deliveryMethod: { label: 'Delivery Method' },
};

/** @returns a sentence about a new email address that must be verified, or null */
export function addressTold(sent: string | undefined, { pendingEmail }: Me): string | null {
  if (sent === undefined || !isSameEmail(sent, pendingEmail)) return null;
  return `To finish changing your email, open the link we sent to ${pendingEmail}.`;
}
