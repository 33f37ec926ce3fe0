/**
 * Books an appointment as a guest, saves a card, and reads the appointment back: `bun book.ts
 * http://localhost:3000 2026-06-14`. Prints what it read as JSON.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api';

type Appointment = components['schemas']['ListedAppointment'];
type PaymentAuthorization = components['schemas']['PaymentAuthorization'];

const [address = 'http://localhost:3000', date = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: address });

/** Returns a call's answer, or ends the program with the server's message. */
function answered<T>({ data, error }: { data?: T; error?: components['schemas']['Error'] }): T {
  if (data !== undefined) return data;
  throw new Error(error?.message ?? 'The server did not answer.');
}

/** Saves a card like Stripe.js in a browser: with the client secret, directly at the provider. */
async function saveCard({ stripe, clientSecret, setupIntentId }: PaymentAuthorization) {
  if (stripe.sandboxBase === null) throw new Error('This program saves test cards only.');
  const path = `${stripe.sandboxBase}/v1/setup_intents/${setupIntentId}/confirm`;
  const answer = await fetch(new URL(path, address), {
    method: 'POST',
    body: new URLSearchParams({
      key: stripe.publishableKey,
      client_secret: clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][address][postal_code]': '49047',
    }),
  });
  if (!answer.ok) throw new Error(`The card was refused: ${await answer.text()}`);
}

const [time] = answered(await api.GET('/api/time-slots/{date}', { params: { path: { date } } }));
if (time === undefined) throw new Error(`No time slot is open on ${date}.`);

const booked = answered(
  await api.POST('/api/appointments', {
    body: {
      date,
      time,
      location: '12 Harbor Lane',
      slipNumber: 'B7',
      fuelType: 'Premium',
      estimatedGallons: 20,
      smallIceBags: 2,
      customerPhone: '(269) 555-0142',
    },
  }),
);

const asGuest = { headers: { 'X-Manage-Token': booked.manageToken ?? '' } };
const authorization = answered(
  await api.POST('/api/create-payment-authorization', {
    ...asGuest,
    body: { appointmentId: booked.id },
  }),
);
await saveCard(authorization);
answered(
  await api.POST('/api/confirm-payment-setup', {
    ...asGuest,
    body: { appointmentId: booked.id, setupIntentId: authorization.setupIntentId ?? '' },
  }),
);

const [appointment] = answered(await api.GET('/api/appointments', asGuest));
if (!appointment) throw new Error('The appointment is not in the list.');

/** The details that a customer would read. Every field has the document's type. */
function summary(of: Appointment): { status: string; total: number; rest: number; card: string } {
  const labels: Record<Appointment['status'], string> = {
    pending: 'Waiting for staff',
    confirmed: 'Confirmed',
    scheduled: 'A driver is assigned',
    en_route: 'On the way',
    completed: 'Delivered',
    cancelled: 'Cancelled',
  };
  return {
    status: labels[of.status],
    total: of.totalPrice,
    rest: of.totalPrice - of.totalPaid,
    card: of.cardSaved ? `${of.cardBrand} ${of.cardLast4}` : 'none',
  };
}

console.log(JSON.stringify({ code: appointment.publicCode, ...summary(appointment) }));
