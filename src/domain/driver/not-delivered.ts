/** The reasons why a delivery couldn't be made. */
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

/** Labels for staff and drivers. */
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

/** Explains the reason to the customer: what the driver found, without blame. */
export const NOT_DELIVERED_MESSAGES: Record<NotDeliveredReason, string> = {
  nobody_there: 'Our driver came to the dock, but no one was there.',
  declined: 'Our driver came to the dock, but someone there declined the delivery.',
  boat_not_there: 'Our driver came to the dock, but the boat wasn’t there.',
  no_access: 'Our driver came but couldn’t get to the dock.',
  unsafe: 'Our driver came, but it wasn’t safe to deliver.',
  wrong_fuel: 'Our driver came, but the fuel you ordered isn’t right for your boat.',
  out_of_fuel: 'Our driver didn’t have enough left on board for your order. We’re sorry.',
  equipment: 'Our driver’s equipment failed before your delivery. We’re sorry.',
  other: 'Our driver couldn’t make your delivery.',
};

/** True if the driver must add a note, because "Other reason" alone isn't useful. */
export const needsNote = (reason: NotDeliveredReason): boolean => reason === 'other';
