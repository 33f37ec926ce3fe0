/** The chapters of the document, in its order. */
export const TAGS = {
  Information: 'Weather, fuel prices and how to reach us.',
  Booking: 'Time slots, appointments and their photos.',
  Payment: 'Saving a card, and paying what is left.',
  Accounts: 'Sign-in, profile and passwords.',
  Drivers: 'The deliveries of a day, for staff.',
  Staff: 'Appointments, customers, prices and the calendar, for admins.',
} as const;

export type Tag = keyof typeof TAGS;
