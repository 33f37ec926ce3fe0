import { readContact } from '@/client/lib/contact-store';
import { readDraft } from '@/client/lib/order-draft';
import { formatPhone } from '@/domain/phone';

/** How a guest is reached: what was typed and not sent yet, else what was used last on this device. */
export function lastGuestContact() {
  const { guest } = readDraft();
  const { phone = '', email = '' } = readContact(null);
  return { customerPhone: guest.phone || formatPhone(phone), customerEmail: guest.email || email };
}
