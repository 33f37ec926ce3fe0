/** Error messages shared by the order form and the server. */
export const APPOINTMENT_MESSAGES = {
  dateAndTime: 'Please select both date and time for your delivery.',
  email: 'Please update your profile with a valid email address.',
  phone: 'Please update your profile with a valid phone number.',
  fullName: 'Please update your profile with your full name.',
} as const;
