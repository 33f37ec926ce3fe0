/** Why a delivery could not be made. */
export const NOT_DELIVERED_REASONS = [
  'nobody_there',
  'declined',
  'boat_not_there',
  'no_access',
  'unsafe',
  'wrong_fuel',
  'out_of_fuel',
  'equipment',
  'other',
] as const;
export type NotDeliveredReason = (typeof NOT_DELIVERED_REASONS)[number];

/** Names for staff and drivers. */
export const NOT_DELIVERED_LABELS: Record<NotDeliveredReason, string> = {
  nobody_there: 'No one there',
  declined: 'Customer declined',
  boat_not_there: 'Boat not there',
  no_access: 'No access',
  unsafe: 'Unsafe',
  wrong_fuel: 'Wrong fuel',
  out_of_fuel: 'Out of fuel',
  equipment: 'Equipment problem',
  other: 'Other reason',
};

/** What the customer reads; no blame, and what was found. */
export const NOT_DELIVERED_MESSAGES: Record<NotDeliveredReason, string> = {
  nobody_there: 'Our driver came to the dock, and no one was there.',
  declined: 'Our driver came to the dock, and the delivery was declined there.',
  boat_not_there: 'Our driver came to the dock, and the boat wasn’t there.',
  no_access: 'Our driver came, and could not get to the dock.',
  unsafe: 'Our driver came, and it was not safe to deliver.',
  wrong_fuel: 'Our driver came, and the fuel of the order does not fit the boat.',
  out_of_fuel: 'Our driver had too little left onboard for your order. We’re sorry.',
  equipment: 'Our driver’s equipment failed before your delivery. We’re sorry.',
  other: 'Our driver couldn’t make your delivery.',
};

/** Says what the reason alone does not: whoever reads "Other reason" must learn which. */
export const needsNote = (reason: NotDeliveredReason): boolean => reason === 'other';
