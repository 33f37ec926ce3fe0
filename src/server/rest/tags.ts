/** The document's chapters, in order. */
export const TAGS = {
  Information: 'Weather, fuel prices, and how to reach us.',
  Booking: 'Time windows, appointments, and their photos.',
  Payment: 'Saving a card, and paying a balance.',
  Messages: 'Reports from the text message provider, and replies from customers.',
  Accounts: 'Sign-in, profile, and passwords.',
  Drivers: 'A day’s deliveries, for drivers and admins.',
  Staff: 'Appointments, customers, prices, and the calendar, for admins.',
} as const;

export type Tag = keyof typeof TAGS;
