import { readContact } from '@/client/lib/contact-store';
import { readDraft } from '@/client/lib/order-draft';
import { formatPhone } from '@/domain/phone';

/** Returns the guest's typed contact details, or else those last used on this device. */
export function lastGuestContact() {
  const { guest } = readDraft();
  const { phone = '', email = '' } = readContact(null);
  return { customerPhone: guest.phone || formatPhone(phone), customerEmail: guest.email || email };
}
