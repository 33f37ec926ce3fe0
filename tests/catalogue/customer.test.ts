/** The customer's texts: where each comes from, and which test sees it. */
import { type CatalogueText, describeCatalogue } from './catalogue';

const FEATURES = 'src/client/features/customer';
const LOGOUT = 'src/client/identity/use-sign-out.ts';
const FORM = `${FEATURES}/order/use-order-form.ts`;
const CONTACT = `${FEATURES}/order/customer-contact.ts`;
const BOOK = `${FEATURES}/order/use-book.ts`;
const CONFIRMED = 'src/client/appointment/confirmed-toast.ts';
const SETUP = `${FEATURES}/payment/confirm-setup.ts`;

const test = (file: string, name: string) => ({ file, test: name });
const flow = (name: string) => test('tests/e2e/customer.e2e.ts', name);
const account = (name: string) => test('tests/e2e/customer-account.e2e.ts', name);

const BOOKS = flow('a customer registers, books, saves a card and finds the delivery in the list');
const MISSING = flow('the form names the missing field in its order and focuses it');
const CANCELS = flow('Cancel frees the time slot at once and keeps the typed text');
const TEST_CODE = flow('a promo code waives the delivery fee, needs no card and shows Test Card');
const SIGNS_IN = flow('sign-in shows its error, and signing out leaves no data of the user');
const FAILS = test(
  'tests/e2e/customer-failures.e2e.ts',
  'every failed step shows its error and can be tried again',
);
const LACKS = test(
  `${FEATURES}/order/order-form.test.ts`,
  'a profile needs an email, a phone number and a name, in this order',
);
const PROVIDER = `${FEATURES}/payment/confirm-setup.test.ts`;
const REFUSES = test(PROVIDER, 'shows the message of Stripe, or its own when Stripe sends none');
const SETTINGS = account(
  'the profile is saved, and a wrong entry or a broken connection shows its error',
);
const PASSWORD = account(
  'the changed password opens the account after logging out, and a failed change shows its error',
);
const PROFILE = account('User Profile & Preferences saves, and a taken username is refused');
const RESETS = account('the link in the email replaces a forgotten password');

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
    `${FEATURES}/order/order-form.tsx`,
    flow('a page without a connection tells so and recovers by itself'),
  ],
  ['Failed to create setup intent', `${FEATURES}/appointments/use-save-card-of.ts`, FAILS],
  ['Failed to fetch weather', `${FEATURES}/weather/weather-panel.tsx`, FAILS],
  // Promo code
  ['Invalid Code', `${FEATURES}/order/use-promo-code.ts`, TEST_CODE],
  ['Promo Code Applied', `${FEATURES}/order/use-promo-code.ts`, TEST_CODE],
  ['Validation Error', `${FEATURES}/order/use-promo-code.ts`, FAILS],
  ['Failed to validate promo code', `${FEATURES}/order/use-promo-code.ts`, FAILS],
  // Form
  ['Missing Information', FORM, MISSING],
  ['Missing Location', FORM, MISSING],
  ['No Items Selected', FORM, MISSING],
  ['Account Required', CONTACT, MISSING],
  ['Email Required', CONTACT, LACKS],
  ['Phone Number Required', CONTACT, LACKS],
  ['Full Name Required', CONTACT, LACKS],
  ['Payment Cancelled', CONFIRMED, CANCELS],
  [
    'Appointment booking was cancelled. Please try again to complete your reservation.',
    CONFIRMED,
    CANCELS,
  ],
  // Card
  ['Card element not found', SETUP, test(PROVIDER, 'sends nothing without the card fields')],
  ['Payment setup failed', SETUP, REFUSES],
  ['An error occurred', SETUP, REFUSES],
  // Customer
  ['Cancellation Failed', `${FEATURES}/appointments/use-cancel-appointment.ts`, FAILS],
  [
    'Unable to cancel your appointment. Please try again.',
    `${FEATURES}/appointments/use-cancel-appointment.ts`,
    FAILS,
  ],
  ['Save Failed', `${FEATURES}/profile/profile-dialog.tsx`, PROFILE],
  [
    'Unable to save your profile. Please try again.',
    `${FEATURES}/profile/profile-dialog.tsx`,
    PROFILE,
  ],
  ['Login Failed', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Registration Failed', `${FEATURES}/account/registration-form.tsx`, PROFILE],
  ['Error', `${FEATURES}/account/forgot-password-form.tsx`, RESETS],
  ['Logout Error', LOGOUT, PASSWORD],
  ['Failed to logout. Please try again.', LOGOUT, PASSWORD],
  ['Password Change Failed', `${FEATURES}/settings/security-form.tsx`, PASSWORD],
  ['Failed to change password.', `${FEATURES}/settings/security-form.tsx`, PASSWORD],
  ['Profile Update Failed', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Failed to update profile.', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Reset Failed', `${FEATURES}/account/reset-password-form.tsx`, RESETS],
  ['Invalid Reset Link', 'src/client/routes/reset-password.tsx', RESETS],
  // Success
  ['Appointment Confirmed!', CONFIRMED, BOOKS],
  [
    'Payment method authorized. Full amount will be charged after service completion.',
    CONFIRMED,
    BOOKS,
  ],
  ['Appointment Created', BOOK, BOOKS],
  ['Save your payment method to authorize future charges.', BOOK, BOOKS],
  ['Appointment Cancelled', `${FEATURES}/appointments/use-cancel-appointment.ts`, FAILS],
  ['Profile Updated', `${FEATURES}/settings/use-save-profile.ts`, SETTINGS],
  ['Login Successful', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Welcome back!', `${FEATURES}/account/login-form.tsx`, SIGNS_IN],
  ['Account Created', `${FEATURES}/account/registration-form.tsx`, PROFILE],
  ['Reset Link Sent', `${FEATURES}/account/forgot-password-form.tsx`, RESETS],
  ['Password Changed', `${FEATURES}/settings/security-form.tsx`, PASSWORD],
  ['Password Reset Successful', `${FEATURES}/account/reset-password-form.tsx`, RESETS],
];

describeCatalogue({
  name: 'the texts of the customer',
  specification: 'customer.txt',
  texts: rows.map(([text, from, seenBy]) => ({ text, from, seenBy })),
});
