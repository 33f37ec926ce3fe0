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

/** Callers send the appointment's ID at the top level, or in `appointmentData` under either name. */
const setupBody = z.pipe(
  z.object({
    appointmentId: id,
    appointmentData: z.nullish(z.object({ appointmentId: id, id }, 'An ID is required.')),
  }),
  z.transform(({ appointmentId, appointmentData: data }) => ({
    appointmentId: appointmentId ?? data?.appointmentId ?? data?.id ?? '',
  })),
);

/** Saving a card, and paying a balance. */
export const paymentOperations = [
  operation({
    ...payment,
    path: '/api/create-payment-authorization',
    id: 'createPaymentAuthorization',
    summary: 'Start saving a card for an appointment',
    notes:
      'Confirm the card with clientSecret in the browser (confirmCardSetup), then call confirmPaymentSetup. $0.00 is due now. If the card is declined, call this again. Each card counts toward a limit.',
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
    summary: 'Start saving another card for an appointment',
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
    summary: 'Confirm the card that was saved with Stripe',
    notes: 'Ends the hold and books the time window.',
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
    summary: 'Start paying the balance of an appointment',
    notes:
      'If remainingAmount differs from the current balance, the response is a 409 with the current balance.',
    procedures: ['booking.createBalancePayment'],
    errors: [402, 404, 409, 503],
    body: asSent(balancePaymentSchema),
    answer: balancePayment,
    call: async (caller, { body }) =>
      toBalancePayment(await caller.booking.createBalancePayment(body)),
  }),
];
