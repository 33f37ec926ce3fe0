import { toastError } from '@/client/components/feedback/toast-store';
import { readContact } from '@/client/lib/contact-store';
import { type Me, useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import {
  type CustomerContact,
  contactOf,
  missingContact,
  missingGuestContact,
} from './customer-contact';
import type { OrderFormState } from './use-order-form';

/** Asks a visitor to sign in or to enter a phone number. Resolves to null if they do neither. */
export type AskForAccount = () => Promise<
  { kind: 'signed-in' } | { kind: 'guest'; phone: string } | null
>;

/**
 * Finds the customer's contact details in their account or the guest's fields, or else asks who
 * they are. The returned function resolves to null if something is missing, after a toast about it.
 */
export function useFindContact(
  { setError, setValue }: OrderFormState,
  askForAccount: AskForAccount,
) {
  const me = useMe();
  const utils = trpc.useUtils();

  const ofAccount = (customer: Me): CustomerContact | null => {
    const contact = contactOf(customer, readContact(customer.id));
    const missing = missingContact(contact);
    if (!missing) return contact;
    const { title, description } = missing;
    toastError(title, description);
    return null;
  };

  const ofGuest = async (given: CustomerContact): Promise<CustomerContact | null> => {
    const missing = missingGuestContact(given);
    if (!missing) return given;
    const { title, description } = missing;
    toastError(title, description);
    if (given.customerPhone) {
      setError(missing.field, { message: description });
      return null;
    }
    const answer = await askForAccount();
    if (answer?.kind === 'guest') {
      setValue('customerPhone', answer.phone, { shouldDirty: true });
      return ofGuest({ ...given, customerPhone: answer.phone });
    }
    // A customer who just signed in continues with the same order.
    const customer = answer && utils.auth.me.getData();
    return customer ? ofAccount(customer) : null;
  };

  return async (given: CustomerContact): Promise<CustomerContact | null> => {
    // On a slow connection, we may not know yet who is signed in.
    const customer = me ?? (await utils.auth.me.ensureData().catch(() => null));
    return customer ? ofAccount(customer) : ofGuest(given);
  };
}
