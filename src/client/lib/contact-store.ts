/** How to reach a customer, as last used on this device (customer section 5). */
export type Contact = { email?: string; phone?: string; address?: string };

/** A guest has no id; one place for whoever books without an account here. */
const keyOf = (userId: string | null) => `dockside.contact.${userId ?? 'guest'}`;

/** What was kept for that user (null: a guest); empty when nothing was, or nothing may be kept. */
export function readContact(userId: string | null): Contact {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const text = (name: string) => {
      const value = (stored as Record<string, unknown>)[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    return { email: text('email'), phone: text('phone'), address: text('address') };
  } catch {
    return {};
  }
}

/** Keeps it for the next booking. A browser that keeps nothing costs a prefill, no more. */
export function keepContact(userId: string | null, contact: Contact): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(contact));
  } catch {
    // Private windows may refuse.
  }
}

/** Forgets it: the user signed out (D54). */
export function forgetContact(userId: string | null): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // As above.
  }
}
