import { MAX_GALLONS, MAX_ICE_BAGS, MAX_STAFF_GALLONS } from './options';

/** Error messages about an order (customer section 5), the same in the forms and the server. */
export const ORDER_MESSAGES = {
  location: 'Please enter a delivery address.',
  fuelType: 'Please choose Regular or Premium fuel.',
  canType: 'Please choose how the fuel is delivered.',
  noItems: 'Please select fuel gallons or ice bags for delivery.',
  gallons: `Gallons must be a whole number from 0 to ${MAX_GALLONS}.`,
  staffGallons: `Gallons must be from 0 to ${MAX_STAFF_GALLONS}, in tenths.`,
  actualGallons: 'Please enter actual gallons delivered.',
  iceBags: `Ice bags must be a whole number from 0 to ${MAX_ICE_BAGS}.`,
} as const;
