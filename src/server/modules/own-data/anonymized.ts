import type { OrderText } from '@/domain/order/order';

/** Replaces removed text in columns that can't be null. */
export const REMOVED = '(removed)';

/** An appointment's columns without the person and the dock. The delivery and payment stay. */
export const ANONYMOUS_APPOINTMENT = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  customerAddress: null,
  location: REMOVED,
  slipNumber: null,
  driverNote: null,
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
  discountPhone: null,
  discountEmail: null,
  heldByAddress: null,
  heldByKey: null,
} as const satisfies Record<OrderText, string | null> & Record<string, string | null>;

/** A message's columns without the person. Its kind and time stay. */
export const ANONYMOUS_MESSAGE = { recipient: REMOVED, subject: REMOVED, body: REMOVED } as const;
