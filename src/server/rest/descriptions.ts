/** What each REST call is for, in words; the document at /api/openapi.json is made from them. */

export type Description = {
  tag: 'Accounts' | 'Booking' | 'Payment' | 'Information' | 'Staff' | 'Drivers' | 'Access';
  summary: string;
  /** The procedure whose input is the body, and whose roles are the roles of the call. */
  procedure?: string;
  /** Fields of that input which come from the path, or under another name in the body. */
  fromPath?: string[];
  renamed?: Record<string, string>;
  /** The fields of the answer. */
  answer: string;
  /** What an API key may do here, unless it acts as staff: nothing, or what a guest may. */
  keys?: 'none' | 'guest';
};

const APPOINTMENT = 'The appointment: id, publicCode, date, time, status, amounts in dollars.';
const PROFILE =
  'id, address, boatName, boatType, preferredFuelType, preferredCanType, typicalFuelCapacity, deliveryMethod, email, phone, fullName';
const PRICES = 'regular, premium (dollars, before the service of $1 a gallon), updatedAt';
const SUPPORT = 'email, phone, businessHours, serviceArea, emergencyInfo, faqItems';

const account = (summary: string, procedure: string, answer: string): Description => ({
  tag: 'Accounts',
  summary,
  procedure,
  answer,
  keys: 'none',
});
const staff = (summary: string, procedure: string, answer: string, more?: Partial<Description>) =>
  ({ tag: 'Staff', summary, procedure, answer, ...more }) satisfies Description;
const payment = (summary: string, procedure: string, answer: string): Description => ({
  tag: 'Payment',
  summary,
  procedure,
  answer,
  keys: 'none',
});

export const DESCRIPTIONS: Record<string, Description> = {
  'GET /api/auth/status': account(
    'Whether the caller is signed in',
    'auth.me',
    'authenticated, user.id',
  ),
  'GET /api/auth/me': account(
    'The signed-in user',
    'auth.requireMe',
    'The user, without any secret.',
  ),
  'POST /api/auth/register': account('Make an account and sign in', 'auth.register', 'The user.'),
  'POST /api/auth/login': account('Sign in', 'auth.login', 'The user; the session is a cookie.'),
  'POST /api/auth/admin-login': account(
    'Sign in as staff',
    'auth.adminLogin',
    'role, fullName, username',
  ),
  'POST /api/auth/emergency-admin': account(
    'Emergency access for 30 minutes, where it is enabled',
    'auth.emergencyLogin',
    'role, fullName, username',
  ),
  'GET /api/auth/admin-status': account(
    'Whether the caller is an admin',
    'auth.requireMe',
    'isAdmin, user',
  ),
  'POST /api/auth/logout': account('Sign out', 'auth.logout', 'ok'),
  'PUT /api/auth/profile': account('Change profile and preferences', 'auth.updateProfile', PROFILE),
  'GET /api/user/profile': account('The profile', 'auth.requireMe', PROFILE),
  'PUT /api/user/profile': account('Change the profile', 'auth.updateProfile', PROFILE),
  'POST /api/auth/change-password': account(
    'Change the password; other sessions end',
    'auth.changePassword',
    'message',
  ),
  'POST /api/admin/change-password': account(
    "Change the admin's own password",
    'admin.changePassword',
    'message',
  ),
  'POST /api/auth/reset-password-request': account(
    'Ask for a reset link',
    'auth.requestPasswordReset',
    'message, the same for known and unknown addresses',
  ),
  'POST /api/auth/reset-password': account(
    'Set a new password with a token; or, with an email alone, ask for a link',
    'auth.resetPassword',
    'message',
  ),

  'GET /api/weather': {
    tag: 'Information',
    summary: 'Weather of today and the next days',
    procedure: 'weather.forecast',
    answer: 'A list of entries: date, condition, temperature, highTemp, lowTemp.',
  },
  'GET /api/fuel-prices': {
    tag: 'Information',
    summary: 'Fuel prices',
    procedure: 'pricing.current',
    answer: PRICES,
  },
  'GET /api/support': {
    tag: 'Information',
    summary: 'How to reach us, and frequent questions',
    procedure: 'support.info',
    answer: SUPPORT,
  },
  'GET /api/time-slots/{date}': {
    tag: 'Booking',
    summary: 'Windows of a date that can be booked; send If-None-Match when you poll',
    procedure: 'slots.open',
    fromPath: ['date'],
    answer: 'A list of labels such as "10:00 AM - 12:00 PM"; empty when nothing is free.',
  },
  'POST /api/validate-promo-code': {
    tag: 'Booking',
    summary: 'Whether a promo code counts',
    procedure: 'booking.validatePromo',
    answer: 'valid, testMode, message',
    keys: 'guest',
  },
  'POST /api/appointments': {
    tag: 'Booking',
    summary: 'Book a delivery; it is held for 15 minutes until a card is saved',
    procedure: 'booking.create',
    answer: `${APPOINTMENT} For a guest also manageToken, to be sent as X-Manage-Token.`,
    keys: 'guest',
  },
  'GET /api/appointments': {
    tag: 'Booking',
    summary: "The caller's deliveries",
    procedure: 'booking.list',
    answer: 'A list of appointments.',
  },
  'PATCH /api/appointments/{id}': {
    tag: 'Booking',
    summary: 'Change a delivery: customers its order, drivers and staff its status',
    procedure: 'booking.patch',
    fromPath: ['id'],
    answer: APPOINTMENT,
  },
  'DELETE /api/appointments/{id}': {
    tag: 'Booking',
    summary: 'Cancel a delivery',
    procedure: 'booking.cancel',
    fromPath: ['id'],
    answer: APPOINTMENT,
  },

  'POST /api/create-payment-authorization': payment(
    'Begin to save a card for a booking',
    'booking.createPaymentAuthorization',
    'clientSecret, setupIntentId, testMode, cardSaved',
  ),
  'POST /api/create-setup-intent': payment(
    'Begin to save another card',
    'booking.createPaymentAuthorization',
    'clientSecret',
  ),
  'POST /api/confirm-payment-setup': payment(
    'After the card was saved with the provider',
    'booking.confirmPaymentSetup',
    APPOINTMENT,
  ),
  'POST /api/create-balance-payment': payment(
    'Pay what is left of a delivery',
    'booking.createBalancePayment',
    'clientSecret, amount',
  ),

  'GET /api/admin/appointments': staff(
    'Deliveries, the latest first; ?page, ?status, ?date and ?search narrow it, a hundred a page',
    'admin.allAppointments',
    'A list of appointments with who booked them.',
  ),
  'PATCH /api/admin/appointments/{id}/update-details': staff(
    'Correct gallons, ice and price of a delivery',
    'admin.editDetails',
    APPOINTMENT,
    { fromPath: ['id'] },
  ),
  'POST /api/appointments/{id}/complete': staff(
    'Complete a delivery and charge its card',
    'driver.complete',
    'paymentProcessed, balancePaid, paymentError, totalPrice',
    { fromPath: ['id'] },
  ),
  'GET /api/admin/customers': staff(
    'Every customer',
    'admin.exportCustomers',
    'A list of customer records.',
  ),
  'POST /api/admin/manual-fuel-prices': staff(
    'Set fuel prices by hand',
    'admin.setFuelPrices',
    PRICES,
  ),
  'PUT /api/support': staff('Change the support settings', 'admin.saveSupport', SUPPORT),
  'GET /api/admin/availability/{date}': staff(
    'Windows of a date as staff see them',
    'admin.calendar',
    'date, slots (timeSlot, state, isAvailable, isBooked, maxBookings, currentBookings)',
    { fromPath: ['date'] },
  ),
  'PATCH /api/admin/availability': staff(
    'Block or open a window',
    'admin.switchWindow',
    'date, timeSlot, state',
    { renamed: { time: 'timeSlot' } },
  ),
  'POST /api/admin/bulk-block-availability': staff(
    'Block every open window of the next months',
    'admin.blockMonths',
    'blockedCount, message',
  ),
  'GET /api/appointments/date/{date}': staff(
    'Deliveries of a date',
    'driver.deliveries',
    'A list of appointments.',
    { fromPath: ['date'] },
  ),

  'GET /api/appointments/today': {
    tag: 'Drivers',
    summary: "Today's deliveries; a driver sees their own",
    procedure: 'driver.deliveries',
    answer: 'A list of appointments with the contact.',
  },
  'GET /api/drivers/{id}': {
    tag: 'Drivers',
    summary: 'A driver',
    procedure: 'driver.info',
    fromPath: ['id'],
    answer: 'name, vehicleInfo',
  },
};

/** The description of a call, by method and path. */
export function descriptionOf(row: { method: string; path: string }): Description | undefined {
  return DESCRIPTIONS[`${row.method} ${row.path}`];
}
