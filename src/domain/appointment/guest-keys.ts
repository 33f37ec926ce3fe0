import { isSameEmail } from '../account/email';
import { isPhone, phoneParts } from '../phone';
import { samePhone } from '../phone-number';

/**
 * What a browser holds of one delivery: the key of the browser that booked it without an account, or a
 * link that was opened there.
 */
export type VisitorKey = {
  appointmentId: string;
  /** The number of the link that it belongs to. It ends when that link is replaced. */
  linkVersion: number;
  kind: 'key' | 'link';
  /** Set when somebody signs in on the browser. It then opens nothing until nobody is signed in. */
  isDormant: boolean;
};

/** The most that a browser holds, so that its cookie stays small. */
export const MOST_KEYS = 12;

/** The keys with one more in front. A link never replaces a key, nor a key of before a sign-in. */
export function withKey(held: readonly VisitorKey[], added: VisitorKey): VisitorKey[] {
  const isSameDelivery = (one: VisitorKey) => one.appointmentId === added.appointmentId;
  const hasKey = held.some(
    (one) =>
      isSameDelivery(one) &&
      one.kind === 'key' &&
      one.linkVersion === added.linkVersion &&
      !one.isDormant,
  );
  if (added.kind === 'link' && hasKey) return [...held];
  const replaces = (one: VisitorKey) =>
    isSameDelivery(one) &&
    (added.kind === 'key' || one.kind === 'link' || one.linkVersion !== added.linkVersion);
  return [added, ...held.filter((one) => !replaces(one))];
}

/**
 * The keys that a browser keeps: the newest open ones. Closed deliveries make room first, then opened
 * links, so that no number of strangers' links pushes out a delivery that was booked there.
 */
export function newestOpen(
  held: readonly VisitorKey[],
  isOpen: (key: VisitorKey) => boolean,
): VisitorKey[] {
  const rank = (key: VisitorKey) => (isOpen(key) ? (key.kind === 'key' ? 0 : 1) : 2);
  const kept = new Set(held.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_KEYS));
  return held.filter((key) => kept.has(key));
}

/** How the person of an account, or of a delivery, is reached. */
type AccountContact = { phone: string | null; email: string | null; emailProvenAt: number | null };
type DeliveryContact = { customerPhone: string | null; customerEmail: string | null };

/** Whether an account has the phone number or the verified email address of a delivery. */
export function isContactOf(account: AccountContact, delivery: DeliveryContact): boolean {
  if (isSameTelephone(account.phone ?? '', delivery.customerPhone ?? '')) return true;
  const { email, emailProvenAt } = account;
  return Boolean(email && emailProvenAt !== null && isSameEmail(email, delivery.customerEmail));
}

/** Whether two fields name one telephone: behind a number with extensions there are several. */
function isSameTelephone(one: string, other: string): boolean {
  const [extension, another] = [phoneParts(one).extension, phoneParts(other).extension];
  const isOneExtension = extension === null || another === null || extension === another;
  return isPhone(one) && isOneExtension && samePhone(one, other);
}
