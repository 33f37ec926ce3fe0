/**
 * Error messages about an order that more than one check gives. A message of one
 * field alone stands with its check, in `order.schema.ts`.
 */
export const ORDER_MESSAGES = {
  noItems: 'Please select fuel gallons or ice bags for delivery.',
  actualGallons: 'Please enter actual gallons delivered.',
} as const;
