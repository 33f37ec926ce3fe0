import * as z from 'zod/mini';
import { idSchema } from '@/domain/fields';
import { balancePaymentSchema, confirmSetupSchema } from '@/domain/payment/payment.schema';
import { promoCodeSchema } from '@/domain/pricing/promos.schema';
import { appointment, toAppointment } from '../answers/appointments';
import { balancePayment, paymentAuthorization, toBalancePayment } from '../answers/payments';
import { operation } from '../operation';
import { asSent } from '../sent';

const payment = { method: 'POST', tag: 'Payment', keys: 'none' } as const;

const id = z.optional(idSchema);

/** The appointment stands beside the data of the specification's call, or in it under either name. */
const setupBody = z.pipe(
  z.object({
    appointmentId: id,
    appointmentData: z.nullish(z.object({ appointmentId: id, id }, 'An id is required.')),
  }),
  z.transform(({ appointmentId, appointmentData: data }) => ({
    appointmentId: appointmentId ?? data?.appointmentId ?? data?.id ?? '',
  })),
);

/** Saving a card, and paying what is left. */
export const paymentOperations = [
  operation({
    ...payment,
    path: '/api/create-payment-authorization',
    id: 'createPaymentAuthorization',
    summary: 'Begin to save a card for an appointment',
    notes:
      'Confirm the card with clientSecret in the browser (confirmCardSetup), then call confirmPaymentSetup. $0.00 is due now. After a declined card call this again: each card is counted, and too many are refused.',
    procedures: ['booking.createPaymentAuthorization'],
    errors: [404, 409, 429, 503],
    body: z.object({ appointmentId: idSchema, promoCode: z.nullish(promoCodeSchema) }),
    answer: paymentAuthorization,
    call: (caller, { body }) => caller.booking.createPaymentAuthorization(body),
  }),
  operation({
    ...payment,
    path: '/api/create-setup-intent',
    id: 'createSetupIntent',
    summary: 'Begin to save another card for an appointment',
    procedures: ['booking.createPaymentAuthorization'],
    errors: [404, 409, 429, 503],
    body: setupBody,
    answer: paymentAuthorization,
    call: (caller, { body }) => caller.booking.createPaymentAuthorization(body),
  }),
  operation({
    ...payment,
    path: '/api/confirm-payment-setup',
    id: 'confirmPaymentSetup',
    summary: 'Keep the card that was saved with Stripe',
    notes: 'Ends the hold: the time slot is kept for good.',
    procedures: ['booking.confirmPaymentSetup'],
    errors: [402, 404, 409, 429, 503],
    body: confirmSetupSchema,
    answer: appointment,
    call: async (caller, { body }) => toAppointment(await caller.booking.confirmPaymentSetup(body)),
  }),
  operation({
    ...payment,
    path: '/api/create-balance-payment',
    id: 'createBalancePayment',
    summary: 'Begin to pay what is left of an appointment',
    notes: 'Another remainingAmount than the server’s own is a 409 that names the right one.',
    procedures: ['booking.createBalancePayment'],
    errors: [402, 404, 409, 503],
    body: asSent(balancePaymentSchema),
    answer: balancePayment,
    call: async (caller, { body }) =>
      toBalancePayment(await caller.booking.createBalancePayment(body)),
  }),
];
