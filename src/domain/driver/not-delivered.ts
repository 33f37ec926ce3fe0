/** Why a delivery could not be made. */
export const NOT_DELIVERED_REASONS = ['nobody_there', 'no_access', 'unsafe', 'wrong_fuel'] as const;
export type NotDeliveredReason = (typeof NOT_DELIVERED_REASONS)[number];

/** Names for staff and drivers. */
export const NOT_DELIVERED_LABELS: Record<NotDeliveredReason, string> = {
  nobody_there: 'No one there',
  no_access: 'No access',
  unsafe: 'Unsafe',
  wrong_fuel: 'Wrong fuel',
};

/** What the customer reads; no blame, and what was found. */
export const NOT_DELIVERED_MESSAGES: Record<NotDeliveredReason, string> = {
  nobody_there: 'Our driver came to the dock, and no one was there.',
  no_access: 'Our driver came, and could not get to the dock.',
  unsafe: 'Our driver came, and it was not safe to deliver.',
  wrong_fuel: 'Our driver came, and the fuel of the order does not fit the boat.',
};
