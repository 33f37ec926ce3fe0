import type { OrderText } from '@/domain/order/order';

/** What stands in a removed text that the database demands. */
export const REMOVED = '(removed)';

/** An appointment without the person and the dock; what was delivered and paid stays. */
export const ANONYMOUS_APPOINTMENT = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  customerAddress: null,
  location: REMOVED,
  slipNumber: null,
  boatId: null,
  dockId: null,
  boat: null,
  dock: null,
  metresAway: null,
  latitude: null,
  longitude: null,
  notes: null,
  cancelReason: null,
  noCardReason: null,
  heldByBrowser: null,
  heldByPhone: null,
  heldByAddress: null,
  heldByKey: null,
} as const satisfies Record<OrderText, string | null> & Record<string, string | null>;

/** A message of which only remains that it went out, why and when. */
export const ANONYMOUS_MESSAGE = { recipient: REMOVED, subject: REMOVED, body: REMOVED } as const;
