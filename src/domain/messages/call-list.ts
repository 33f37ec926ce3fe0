import type { ReviewKind } from '../review/review';
import type { TextEvent } from './customer-texts';

/**
 * Events that customers must hear about. If neither an email nor a text reaches someone, staff call. The
 * others answer what the person just did, or the driver is there.
 */
const CALLED: readonly TextEvent[] = [
  'confirmed',
  'reminder-card',
  'rescheduled',
  'order-changed',
  'cancelled',
  'en-route',
  'turned-back',
  'not-delivered',
  'balance-due',
  'card-gone',
  'refund-failed',
];

/** True if staff must call a customer whom no message about this event reaches. */
export const needsCall = (kind: string): boolean => CALLED.some((event) => event === kind);

/** The review items that are on the call list, if they're about a delivery. */
export const CALL_KINDS: readonly ReviewKind[] = ['unreached', 'message_refused'];
