/** The customer's texts (customer section 8): where each comes from, and which test sees it. */
import { type CatalogueText, describeCatalogue } from './catalogue';

const FEATURES = 'src/client/features';
const RULES = `${FEATURES}/booking/booking-rules.ts`;
const BOOK = `${FEATURES}/booking/use-book.ts`;
const SETUP = `${FEATURES}/payment/confirm-setup.ts`;

const test = (file: string, name: string) => ({ file, test: name });
const flow = (name: string) => test('tests/e2e/customer.e2e.ts', name);
const account = (name: string) => test('tests/e2e/customer-account.e2e.ts', name);

const BOOKS = flow('a customer registers, books, saves a card and finds the delivery in the list');
const MISSING = flow('the form says what is missing, in its order, and puts the focus there');
const CANCELS = flow('Cancel frees the window at once and keeps what was typed');
const TEST_CODE = flow('a test code waives the delivery, asks for no card and says Test Card');
const SIGNS_IN = flow('sign-in says what is wrong, and signing out leaves nothing behind');
const FAILS = test(
  'tests/e2e/customer-failures.e2e.ts',
  'every step that fails is told, and can be taken again',
);
const LACKS = test(
  `${FEATURES}/booking/booking-rules.test.ts`,
  'a profile is asked for an email, a phone number and a name, in this order',
);
const PROVIDER = `${FEATURES}/payment/confirm-setup.test.ts`;
const REFUSES = test(
  PROVIDER,
  'says what the provider says, and has a sentence when it says nothing',
);
const SETTINGS = account('profile, password and preferences are saved, and what breaks is told');
const PROFILE = account('User Profile & Preferences saves, and a second account is refused');
const RESETS = account('a forgotten password is replaced by the link in the letter');

const rows: [text: string, from: string, seenBy: CatalogueText['seenBy']][] = [
  // Booking
  ['Booking Failed', BOOK, FAILS],
  [
    'Unable to schedule your appointment. Please select a different time.',
    'src/domain/errors.ts',
    FAILS,
  ],
  ['Failed to create appointment', BOOK, FAILS],
  ['Failed to set up payment authorization', BOOK, FAILS],
  [
    'Failed to fetch time slots',
    `${FEATURES}/booking/booking-form.tsx`,
    flow('without a connection the page says so, and heals by itself'),
  ],
  ['Failed to create setup intent', `${FEATURES}/deliveries/delivery-list.tsx`, FAILS],
  ['Failed to fetch weather', `${FEATURES}/weather/weather-panel.tsx`, FAILS],
  // Promo code
  ['Invalid Code', `${FEATURES}/booking/use-promo-code.ts`, TEST_CODE],
  ['Promo Code Applied', `${FEATURES}/booking/use-promo-code.ts`, TEST_CODE],
  ['Validation Error', `${FEATURES}/booking/use-promo-code.ts`, FAILS],
  ['Failed to validate promo code', `${FEATURES}/booking/use-promo-code.ts`, FAILS],
  // Form
  ['Missing Information', RULES, MISSING],
  ['Missing Location', RULES, MISSING],
  ['No Items Selected', RULES, MISSING],
  ['Account Required', `${FEATURES}/booking/new-booking.tsx`, MISSING],
  ['Email Required', RULES, LACKS],
  ['Phone Number Required', RULES, LACKS],
  ['Full Name Required', RULES, LACKS],
  ['Payment Cancelled', BOOK, CANCELS],
  [
    'Appointment booking was cancelled. Please try again to complete your reservation.',
    BOOK,
    CANCELS,
  ],
  // Card
  [
    'Card element not found',
    SETUP,
    test(PROVIDER, 'without the card fields there is nothing to send'),
  ],
  ['Payment setup failed', SETUP, REFUSES],
  ['An error occurred', SETUP, REFUSES],
  // Customer
  ['Cancellation Failed', `${FEATURES}/deliveries/use-cancel-delivery.ts`, FAILS],
  [
    'Unable to cancel your appointment. Please try again.',
    `${FEATURES}/deliveries/use-cancel-delivery.ts`,
    FAILS,
  ],
  ['Save Failed', `${FEATURES}/profile/use-profile-form.ts`, PROFILE],
  [
    'Unable to save your profile. Please try again.',
    `${FEATURES}/profile/use-profile-form.ts`,
    PROFILE,
  ],
  ['Login Failed', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Registration Failed', `${FEATURES}/account/registration-form.tsx`, PROFILE],
  ['Error', `${FEATURES}/account/forgot-password-form.tsx`, RESETS],
  ['Logout Error', `${FEATURES}/account/use-logout.ts`, SETTINGS],
  ['Failed to logout. Please try again.', `${FEATURES}/account/use-logout.ts`, SETTINGS],
  ['Password Change Failed', `${FEATURES}/settings/security-form.tsx`, SETTINGS],
  ['Failed to change password.', `${FEATURES}/settings/security-form.tsx`, SETTINGS],
  ['Profile Update Failed', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Failed to update profile.', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Reset Failed', `${FEATURES}/account/reset-password-form.tsx`, RESETS],
  ['Invalid Reset Link', 'src/client/routes/reset-password.tsx', RESETS],
  // Success
  ['Appointment Confirmed!', BOOK, BOOKS],
  ['Payment method authorized. Full amount will be charged after service completion.', BOOK, BOOKS],
  ['Appointment Created', BOOK, BOOKS],
  ['Save your payment method to authorize future charges.', BOOK, BOOKS],
  ['Appointment Cancelled', `${FEATURES}/deliveries/use-cancel-delivery.ts`, FAILS],
  ['Profile Updated', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Login Successful', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Welcome back!', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Account Created', `${FEATURES}/account/registration-form.tsx`, PROFILE],
  ['Reset Link Sent', `${FEATURES}/account/forgot-password-form.tsx`, RESETS],
  ['Password Changed', `${FEATURES}/settings/security-form.tsx`, SETTINGS],
  ['Password Reset Successful', `${FEATURES}/account/reset-password-form.tsx`, RESETS],
];

describeCatalogue({
  name: 'the texts of the customer',
  specification: 'customer.txt',
  texts: rows.map(([text, from, seenBy]) => ({ text, from, seenBy })),
});
