import { getJson, setItem } from './browser-storage';

/** The contact details that a customer last used on this device. */
export type Contact = { email?: string; phone?: string; address?: string };

/** All guests on this device share one key, because a guest doesn't have an ID. */
const keyOf = (userId: string | null) => `dockside.contact.${userId ?? 'guest'}`;

/** Returns the stored details, which may be empty. A null ID means a guest. */
export function readContact(userId: string | null): Contact {
  const stored = getJson(keyOf(userId));
  if (typeof stored !== 'object' || stored === null) return {};
  const text = (name: string) => {
    const value = (stored as Record<string, unknown>)[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { email: text('email'), phone: text('phone'), address: text('address') };
}

/** Stores the details to prefill the next order form. */
export function storeContact(userId: string | null, contact: Contact): void {
  setItem(keyOf(userId), JSON.stringify(contact));
}

/** Deletes the details after a sign-out. */
export function forgetContact(userId: string | null): void {
  setItem(keyOf(userId), null);
}
