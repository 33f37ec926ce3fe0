import { isSameEmail } from '../account/email';
import { isPhone, phoneParts } from '../phone';
import { samePhone } from '../phone-number';

/**
 * A browser's access to one delivery: the key from booking without an account, or an opened
 * delivery link.
 */
export type VisitorKey = {
  appointmentId: string;
  /** The version of the link that the key belongs to. Replacing the link makes the key invalid. */
  linkVersion: number;
  kind: 'key' | 'link';
  /** True after someone signs in on the browser. The key then doesn't work until they sign out. */
  isDormant: boolean;
};

/** Maximum number of keys in a browser, so its cookie stays small. */
export const MOST_KEYS = 12;

/**
 * Adds a key in front of the others. A link never replaces a working key for the same delivery, or
 * a key that was stored before someone signed in.
 */
export function withKey(stored: readonly VisitorKey[], added: VisitorKey): VisitorKey[] {
  const isSameDelivery = (key: VisitorKey) => key.appointmentId === added.appointmentId;
  const hasKey = stored.some(
    (key) =>
      isSameDelivery(key) &&
      key.kind === 'key' &&
      key.linkVersion === added.linkVersion &&
      !key.isDormant,
  );
  if (added.kind === 'link' && hasKey) return [...stored];
  const replaces = (key: VisitorKey) =>
    isSameDelivery(key) &&
    (added.kind === 'key' || key.kind === 'link' || key.linkVersion !== added.linkVersion);
  return [added, ...stored.filter((key) => !replaces(key))];
}

/**
 * Returns the keys that a browser keeps: the newest ones of open deliveries. Closed deliveries are
 * dropped first, then opened links, so strangers' links can't push out a delivery that was booked
 * here.
 */
export function newestOpen(
  stored: readonly VisitorKey[],
  isOpen: (key: VisitorKey) => boolean,
): VisitorKey[] {
  const rank = (key: VisitorKey) => (isOpen(key) ? (key.kind === 'key' ? 0 : 1) : 2);
  const newest = new Set(stored.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_KEYS));
  return stored.filter((key) => newest.has(key));
}

/** The contact details of an account or of a delivery. */
type AccountContact = { phone: string | null; email: string | null; emailProvenAt: number | null };
type DeliveryContact = { customerPhone: string | null; customerEmail: string | null };

/**
 * True if the delivery has the account's phone number, or its email address and the account has
 * verified it.
 */
export function isContactOf(account: AccountContact, delivery: DeliveryContact): boolean {
  if (isSameTelephone(account.phone ?? '', delivery.customerPhone ?? '')) return true;
  const { email, emailProvenAt } = account;
  return Boolean(email && emailProvenAt !== null && isSameEmail(email, delivery.customerEmail));
}

/**
 * True if two fields dial the same phone. If the number has an extension, it must be the same,
 * because one number can reach several people.
 */
function isSameTelephone(one: string, other: string): boolean {
  const [extension, another] = [phoneParts(one).extension, phoneParts(other).extension];
  const isOneExtension = extension === null || another === null || extension === another;
  return isPhone(one) && isOneExtension && samePhone(one, other);
}
