import * as z from 'zod/mini';
import { bookAppointmentFields } from '@/domain/appointment/book-call.schema';
import { promoCodeSchema } from '@/domain/pricing/promos.schema';
import {
  appointment,
  bookedAppointment,
  listedAppointment,
  toAppointment,
} from '../answers/appointments';
import { described, named, timeSlot } from '../described.schema';
import { operation } from '../operation';
import { dateParams, eachAsSent, idParams, neverRead, nullAsLeftOut } from '../sent';

const sent = eachAsSent(bookAppointmentFields, nullAsLeftOut);

/** A new appointment in the form that outside callers send. */
const bookingBody = named(
  'NewAppointment',
  z.object({
    ...sent,
    fillUp: described(
      sent.fillUp,
      'True to fill the tank. Gallons are then ignored, and the estimate is the capacity of the boat’s tank, up to 70.',
    ),
    boatId: described(sent.boatId, 'The ID of a boat in the account. Any other ID is refused.'),
    dockId: described(
      sent.dockId,
      'The ID of a dock in the account. Any other ID is refused. Also send the address as text in location.',
    ),
    userId: neverRead,
    iceTotal: neverRead,
    deliveryFeeAmount: neverRead,
    promoCodeUsed: neverRead,
    totalPrice: neverRead,
  }),
);

/** Finding a time window, booking it, and cancelling the appointment. */
export const bookingOperations = [
  operation({
    method: 'GET',
    path: '/api/time-slots/{date}',
    id: 'listOpenTimeSlots',
    tag: 'Booking',
    summary: 'List the open time windows of a date',
    notes: 'The list is empty if none is open. If you call this repeatedly, send If-None-Match.',
    procedures: ['slots.open'],
    hasETag: true,
    errors: [503],
    params: dateParams,
    answer: z.array(timeSlot),
    call: (caller, { params }) => caller.slots.open(params),
  }),
  operation({
    method: 'POST',
    path: '/api/validate-promo-code',
    id: 'validatePromoCode',
    tag: 'Booking',
    summary: 'Check a promo code',
    procedures: ['booking.validatePromo'],
    keys: 'visitor',
    errors: [429],
    body: z.object({ promoCode: promoCodeSchema }),
    answer: named(
      'PromoCodeCheck',
      z.object({ valid: z.boolean(), testMode: z.boolean(), message: z.string() }),
    ),
    call: async (caller, { body }) => {
      const { valid, testMode, message } = await caller.booking.validatePromo(body);
      return { valid, testMode, message };
    },
  }),
  operation({
    method: 'POST',
    path: '/api/appointments',
    id: 'bookAppointment',
    tag: 'Booking',
    summary: 'Book an appointment',
    notes:
      'We hold the time window for 15 minutes while a card is saved. A caller without an account books as a guest, with a phone number.',
    procedures: ['booking.create'],
    keys: 'visitor',
    status: 201,
    errors: [409, 429],
    body: bookingBody,
    answer: bookedAppointment,
    call: async (caller, { body }) => {
      const { appointment: booked, manageToken } = await caller.booking.create(body);
      return { ...toAppointment(booked), manageToken };
    },
  }),
  operation({
    method: 'GET',
    path: '/api/appointments',
    id: 'listAppointments',
    tag: 'Booking',
    summary: "List the caller's appointments",
    notes:
      'Leaves out cancelled appointments. Completed ones are listed for 24 hours, or until they are paid.',
    procedures: ['booking.list'],
    answer: z.array(listedAppointment),
    call: async (caller) => (await caller.booking.list()).map(toAppointment),
  }),
  operation({
    method: 'DELETE',
    path: '/api/appointments/{id}',
    id: 'cancelAppointment',
    tag: 'Booking',
    summary: 'Cancel an appointment',
    notes: 'Repeating the call is harmless.',
    procedures: ['booking.cancel'],
    errors: [404, 409],
    params: idParams,
    answer: appointment,
    call: async (caller, { params }) => toAppointment(await caller.booking.cancel(params)),
  }),
];
