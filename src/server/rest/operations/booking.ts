import * as z from 'zod/mini';
import { bookAppointmentFields } from '@/domain/appointment/book.schema';
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

/** A new appointment as outside callers send it (customer section 7). */
const bookingBody = named(
  'NewAppointment',
  z.object({
    ...sent,
    fillUp: described(
      sent.fillUp,
      'The tank is filled. Gallons are then not read: the estimate is what the tank of the boat holds, at most 70.',
    ),
    boatId: described(sent.boatId, 'A boat of the account; another one is refused.'),
    dockId: described(
      sent.dockId,
      'A dock of the account; another one is refused. The location stays the address as text.',
    ),
    userId: neverRead,
    iceTotal: neverRead,
    deliveryFeeAmount: neverRead,
    promoCodeUsed: neverRead,
    totalPrice: neverRead,
  }),
);

/** From an open time slot to an appointment, and its end. */
export const bookingOperations = [
  operation({
    method: 'GET',
    path: '/api/time-slots/{date}',
    id: 'listOpenTimeSlots',
    tag: 'Booking',
    summary: 'The time slots of a date that can be booked',
    notes: 'Empty when none is open. A caller that asks repeatedly sends If-None-Match.',
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
    summary: 'Whether a promo code counts',
    procedures: ['booking.validatePromo'],
    keys: 'visitor',
    errors: [429],
    body: z.object({ promoCode: promoCodeSchema }),
    answer: named(
      'PromoCodeCheck',
      z.object({ valid: z.boolean(), testMode: z.boolean(), message: z.string() }),
    ),
    call: (caller, { body }) => caller.booking.validatePromo(body),
  }),
  operation({
    method: 'POST',
    path: '/api/appointments',
    id: 'bookAppointment',
    tag: 'Booking',
    summary: 'Book an appointment',
    notes:
      'It keeps its time slot for 15 minutes, until a card is saved. A visitor books as a guest, with a phone number.',
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
    summary: "The caller's appointments",
    notes: 'Without cancelled ones; completed ones for 24 hours, or until they are paid.',
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
    notes: 'Cancelling it again is harmless.',
    procedures: ['booking.cancel'],
    errors: [404, 409],
    params: idParams,
    answer: appointment,
    call: async (caller, { params }) => toAppointment(await caller.booking.cancel(params)),
  }),
];
