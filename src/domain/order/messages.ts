/**
 * Error messages about an order that several checks share. Messages of a single field are next to
 * its check in `order.schema.ts`.
 */
export const ORDER_MESSAGES = {
  noItems: 'Please select fuel gallons or ice bags for delivery.',
  actualGallons: 'Please enter actual gallons delivered.',
} as const;
