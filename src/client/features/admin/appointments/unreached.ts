import { phoneForms } from '@/domain/phone-forms';
import type { Appointment } from './appointment';

type Reached = Pick<Appointment, 'customerFullName' | 'customerPhone' | 'customerAccountPhone'> & {
  customerNotified: boolean;
};

/**
 * Returns a text with the customers that staff must call, because no email or text reaches them.
 * Undefined if there are none.
 */
export function callText({ customerNotified, ...customer }: Reached): string | undefined {
  if (customerNotified) return undefined;
  const who = customer.customerFullName ?? 'the customer';
  const phone = customer.customerPhone ?? customer.customerAccountPhone;
  return phone
    ? `We couldn’t notify ${who}. Call ${phoneForms(phone).shown}.`
    : `We couldn’t notify ${who}, and we have no phone number.`;
}
