/** All calls of the bench, goals for some, and the calls it excludes. */
import { OPERATIONS } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import type { Calls } from './call';
import { accountCalls } from './calls/account';
import { appointmentCalls, staffWork } from './calls/appointments';
import { bookingCalls, bookings } from './calls/booking';
import { driverReportCalls } from './calls/driver-reports';
import { identityCalls, signIns } from './calls/identity';
import { moneyCalls } from './calls/money';
import { officeCalls } from './calls/office';
import { lastCalls, restCalls } from './calls/over-rest';
import { pushCalls } from './calls/push';
import { slotReads } from './calls/slots';
import { waitingCalls } from './calls/waiting';
import type { End } from './measure';

/** The maximum number of sequential round trips until the answer, without calls to Stripe. */
export const GOALS: Record<string, number> = {
  'slots.window (unchanged)': 1,
  'slots.window (changed)': 1,
  'auth.me': 1,
  'auth.login': 2,
  'auth.login (on a known device)': 2,
  'auth.adminLogin': 2,
  'booking.list': 1,
  'booking.create': 2,
  'booking.create (sent with a request id)': 2,
  'booking.create (as a guest)': 2,
  'booking.createPaymentAuthorization': 2,
  'booking.confirmPaymentSetup': 2,
  'booking.cancel': 2,
  'admin.appointments': 1,
  'admin.day': 1,
  'admin.watchDay': 1,
  'admin.dispatch': 1,
  'admin.calendar': 1,
  'admin.customers': 1,
  'admin.cancel': 2,
  'admin.confirm': 2,
  'admin.schedule': 2,
  'admin.editDetails': 2,
  'admin.reschedule': 2,
  'driver.enRoute': 2,
  'driver.undoEnRoute': 2,
  'driver.seeChange': 2,
  'driver.complete (recorded)': 2,
  'driver.complete (whole)': 4,
  // After its first two trips, it reads a month at a time, and skips months without entries.
  'GET /api/admin/export/journal.csv': 5,
  // This books up to two weeks of deliveries, one after another. The plan itself is already saved.
  'account.bookRecurring': 24,
  // Deliveries booked since the last search are added first, with the records of their guests.
  'GET /api/admin/export/customers.csv': 5,
};

/** When counting a call ends, if not at its answer. */
export const ENDS: Record<string, End> = {
  // The rest of the time until the answer is the charge at Stripe and its result.
  'driver.complete (recorded)': 'first write',
  // This includes work after the answer.
  'driver.complete (whole)': 'all work',
};

/** Calls with goals come first. */
export const CALLS: Calls = {
  ...slotReads,
  ...signIns,
  ...bookings,
  ...staffWork,
  ...bookingCalls,
  ...appointmentCalls,
  ...moneyCalls,
  ...identityCalls,
  ...accountCalls,
  ...officeCalls,
  ...driverReportCalls,
  ...pushCalls,
  ...waitingCalls,
  ...restCalls,
  ...lastCalls,
};

const STREAM = 'It never ends. The idle minute includes the round trips of listening pages.';
const BY_DAY = 'Offers are only made during the day, and the bench runs at any hour.';
const NEEDS_LOSS = 'It needs books that lack a Stripe payment, which no call can create.';

const UNMEASURED: Record<string, string> = {
  'live.changes': STREAM,
  'waiting.take': BY_DAY,
  'waiting.decline': BY_DAY,
  'admin.offerWaiting': BY_DAY,
  'auth.passkeyQuestion':
    "It needs a browser's passkey. auth.secondFactor has the same round trips.",
  'admin.takeOverPayment': NEEDS_LOSS,
  'admin.refundDifference': NEEDS_LOSS,
  'POST /api/stripe/webhook': 'Stripe waits for the answer, not a person.',
  'POST /api/texts/status': 'Twilio waits for the answer, not a person.',
  'POST /api/texts/inbound': 'Twilio waits for the answer, not a person.',
  'POST /api/wake': 'A timer waits for the answer, not a person.',
  'GET /api/photos/{photoId}': 'Its bytes come from the photo storage.',
  'GET /api/receipts/{id}': 'It reads what booking.get reads, and then draws a file.',
  'GET /api/calendar/{file}': 'A calendar program asks for it now and then.',
};

/** Procedures and operations that are neither measured nor excluded, and listed calls that don't exist. */
export function unlisted(): string[] {
  const operations = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  const known = new Set([...Object.keys(appRouter._def.procedures), ...operations]);
  const listed = new Set([
    ...Object.keys(CALLS).map((name) => name.replace(/ \(.*\)$/, '')),
    ...Object.keys(UNMEASURED),
  ]);
  return [...known.symmetricDifference(listed)];
}
