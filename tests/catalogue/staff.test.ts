/** The staff's texts: where each comes from, and which test sees it. */
import { type CatalogueText, describeCatalogue } from './catalogue';

const FEATURES = 'src/client/features';
const SIGN_IN = `${FEATURES}/admin/login/use-admin-sign-in.ts`;
const RESET = 'src/client/identity/reset-password-dialog.tsx';
const EMERGENCY = `${FEATURES}/admin/emergency/use-emergency-access.ts`;
const LOGOUT = 'src/client/identity/use-sign-out.ts';
const STATUS = `${FEATURES}/admin/appointments/use-status-changes.ts`;
const COMPLETION = `${FEATURES}/admin/appointments/use-completion.ts`;
const MONEY = `${FEATURES}/admin/appointments/use-money.ts`;
const CALENDAR = `${FEATURES}/admin/calendar/use-calendar.ts`;
const PRICES = `${FEATURES}/admin/prices/toast-prices-failed.ts`;
const PRICE_FORM = `${FEATURES}/admin/prices/price-form.tsx`;
const PASSWORD = `${FEATURES}/admin/support/password-form.tsx`;
const PHOTO = 'src/client/components/photo-input.tsx';
const DRIVER = `${FEATURES}/driver/device-actions/action-toasts.ts`;

const test = (file: string, name: string) => ({ file: `tests/e2e/${file}.e2e.ts`, test: name });

const REFUSED = test(
  'staff-access',
  'sign-in shows missing fields, wrong credentials and missing rights',
);
const UNVERIFIED = test('staff-access', 'a session that cannot be verified shows an error');
const ASKS_LINK = test('staff-access', 'the sign-in sends a reset link');
const ENTERS = test(
  'staff-access',
  'the emergency password opens the dashboard, and a wrong one does not',
);
const LEAVES = test('staff-access', 'Logout ends the session, and a failure shows an error');
const QUICK = test('staff-access', 'saved credentials show a notice, and typing hides it');
const TOO_LATE = test(
  'staff-access',
  'a late or broken answer to the admin check leads to the sign-in',
);
const NO_ADMIN = test('staff-access', 'a signed-in customer sees that admin access is required');
const FAILS = test('staff', 'a failed change shows its error and leaves the card in its section');
const DELIVERS = test(
  'staff',
  'staff edit, confirm, schedule and complete an appointment, and its card is charged once',
);
const NOTHING = test('staff', 'a delivery of nothing is completed without a charge');
const GUEST = test(
  'staff',
  'a new appointment of a guest appears, and confirming it without a card needs a reason',
);
const PHOTOS = test(
  'staff',
  'a file that is no picture is refused, and closing asks before typed text is lost',
);
const DECLINED = test(
  'staff-money',
  'staff reschedule, retry, record cash for and partly refund a declined delivery',
);
const SETS_PRICES = test(
  'staff-settings',
  'staff set fuel prices by hand and revert them to the feed',
);
const SUPPORT = test(
  'staff-settings',
  'support settings are saved only when changed, and closing asks before changes are lost',
);
const OWN_PASSWORD = test(
  'staff-settings',
  'an admin changes their password, after a mismatch, a short one and a wrong current one',
);
const TIME_SLOTS = test(
  'staff-calendar',
  'staff block and open time slots, set their capacity, and cannot toggle a booked one',
);
const MONTHS = test('staff-calendar', 'eight months are blocked in one step and opened again');
const DRIVES = test(
  'staff-driver',
  'a driver sees the day, sets out and completes a delivery with the actual gallons',
);

const rows: [text: string, from: string, seenBy: CatalogueText['seenBy']][] = [
  // Sign-in
  ['Login Failed', SIGN_IN, REFUSED],
  ['Invalid username or password.', SIGN_IN, REFUSED],
  ['Access Denied', SIGN_IN, REFUSED],
  ['You do not have admin privileges.', SIGN_IN, REFUSED],
  ['Username is required', 'src/domain/account/sign-in.schema.ts', REFUSED],
  ['Password is required', 'src/domain/account/sign-in.schema.ts', REFUSED],
  ['Session Error', SIGN_IN, UNVERIFIED],
  [
    'Login successful but session verification failed. Please try the emergency admin access.',
    SIGN_IN,
    UNVERIFIED,
  ],
  ['Login Successful', SIGN_IN, QUICK],
  [
    'Saved credentials detected! Click the button below for quick login.',
    `${FEATURES}/admin/login/admin-login-form.tsx`,
    QUICK,
  ],
  ['Reset Email Sent', RESET, ASKS_LINK],
  ['Check your email for password reset instructions.', RESET, ASKS_LINK],
  ['Reset Failed', RESET, ASKS_LINK],
  ['Failed to send reset email.', RESET, ASKS_LINK],
  ['Please enter a valid email address', 'src/domain/text.ts', ASKS_LINK],
  ['Emergency Access Granted', EMERGENCY, ENTERS],
  ['Invalid emergency password', EMERGENCY, ENTERS],
  ['Emergency Login Failed', EMERGENCY, ENTERS],
  ['Unable to access admin panel', EMERGENCY, ENTERS],
  ['Verifying admin access...', `${FEATURES}/admin/layout/require-admin.tsx`, TOO_LATE],
  ['Redirecting to login...', `${FEATURES}/admin/layout/require-admin.tsx`, TOO_LATE],
  ['Admin Access Required', `${FEATURES}/admin/layout/require-admin.tsx`, NO_ADMIN],
  ['Logout Error', LOGOUT, LEAVES],
  ['Failed to logout. Please try again.', LOGOUT, LEAVES],
  // Appointments
  ['Update Failed', STATUS, FAILS],
  ['Failed to update the appointment. Please try again.', STATUS, FAILS],
  ['Error calculating price preview', `${FEATURES}/admin/appointments/price-preview.tsx`, FAILS],
  ['Guest User Booking', `${FEATURES}/admin/appointments/card-parts.tsx`, GUEST],
  [
    'This appointment was booked without an account.',
    `${FEATURES}/admin/appointments/card-parts.tsx`,
    GUEST,
  ],
  ['Completion Failed', COMPLETION, FAILS],
  ['Failed to complete the appointment: {message}', COMPLETION, FAILS],
  ['Service Complete - Payment Issue', COMPLETION, DECLINED],
  ['Service Complete & Paid', COMPLETION, DELIVERS],
  ['Service Completed', COMPLETION, NOTHING],
  ['Payment Complete', `${FEATURES}/admin/appointments/card-parts.tsx`, DELIVERS],
  ['Payment Error', MONEY, DECLINED],
  ['Failed to create balance payment.', MONEY, DECLINED],
  ['Photo Uploaded', PHOTO, DELIVERS],
  ['Invalid File', PHOTO, PHOTOS],
  ['Please select an image file.', PHOTO, PHOTOS],
  ['Upload Error', PHOTO, PHOTOS],
  ['Failed to process the image. Please try again.', PHOTO, PHOTOS],
  // Calendar
  ['Failed to update availability', CALENDAR, TIME_SLOTS],
  ['Failed to block future appointments. Please try again.', CALENDAR, MONTHS],
  // Prices
  ['Failed to update fuel prices. Please try again.', PRICES, SETS_PRICES],
  ['Prices Updated', PRICE_FORM, SETS_PRICES],
  ['Invalid Input', PRICE_FORM, SETS_PRICES],
  [
    'Please enter both regular and premium prices.',
    'src/domain/pricing/market-prices.schema.ts',
    SETS_PRICES,
  ],
  // Support and password
  [
    'Failed to save support settings. Please try again.',
    `${FEATURES}/admin/support/settings-form.tsx`,
    SUPPORT,
  ],
  ['Unsaved changes', `${FEATURES}/admin/support/settings-form.tsx`, SUPPORT],
  ['Password Change Failed', PASSWORD, OWN_PASSWORD],
  ['Failed to change password. Please check your current password.', PASSWORD, OWN_PASSWORD],
  ['Password Mismatch', PASSWORD, OWN_PASSWORD],
  ['New password and confirmation do not match.', 'src/domain/account/passwords.ts', OWN_PASSWORD],
  ['Password Too Short', PASSWORD, OWN_PASSWORD],
  [
    'New password must be at least 6 characters long.',
    'src/domain/account/passwords.ts',
    OWN_PASSWORD,
  ],
  // Drivers
  ['Status updated', DRIVER, DRIVES],
  ["Customer has been notified you're on the way!", DRIVER, DRIVES],
  ['Delivery completed!', DRIVER, DRIVES],
  ['Customer has been notified.', DRIVER, DRIVES],
  ['Missing information', `${FEATURES}/driver/completion-form.tsx`, DRIVES],
];

describeCatalogue({
  name: 'the texts of the staff',
  specification: 'staff.txt',
  texts: rows.map(([text, from, seenBy]) => ({ text, from, seenBy })),
});
