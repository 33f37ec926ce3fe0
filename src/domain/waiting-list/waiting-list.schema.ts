import * as z from 'zod/mini';
import { bookAppointmentFields } from '../appointment/book-call.schema';
import { calendarDate, idSchema, inUnits, noteText, timeSlotLabelSchema } from '../fields';
import { orderHasItems } from '../order/order.schema';

/** Error messages of the waiting list. */
export const WAITING_MESSAGES = {
  when: 'Please select a date and a full window.',
  notFull: 'A spot is open now. Book it instead.',
  same: 'You’re already in line for this window.',
  otherWindow:
    'We received your earlier request, for another window. Try again to join this one too.',
  tooMany: 'You’re already on 3 waiting lists. Leave one of them first.',
  reach: 'Enter an email address, so that we can reach you when a spot opens.',
  ended: 'This offer has ended. The spot went to the next person in line.',
  notOpen: 'This entry isn’t on the waiting list anymore.',
  changed: 'Someone else just changed this entry. Check the list, then try again.',
  past: 'This window can’t be booked anymore.',
  noSpot: 'This window has no free spot to offer.',
  night: 'We don’t message customers at night. Offer the spot in the morning.',
  token: 'This link doesn’t work. Check that you copied all of it.',
} as const;

/** The whole order, for one window or for any window of a date (null). */
export const joinSchema = inUnits(
  z
    .object({
      ...bookAppointmentFields,
      time: z.nullable(timeSlotLabelSchema(WAITING_MESSAGES.when)),
      atDockAddress: z.optional(z.boolean()),
    })
    .check(orderHasItems),
);
export type JoinInput = z.infer<typeof joinSchema>;

export const waitingTokenSchema = z.object({
  token: z
    .string(WAITING_MESSAGES.token)
    .check(z.regex(/^[0-9A-Za-z]{22}$/, WAITING_MESSAGES.token)),
});

const date = calendarDate('Please select a valid date.');
const reason = noteText.check(z.minLength(1, 'Enter a reason.'));

/** The entries of a date, or of a customer. */
export const waitingListSchema = z.object({ date });
export const waitingOfCustomerSchema = z.object({ customerId: idSchema });
export const removeEntrySchema = z.object({ id: idSchema, reason });
/** An offer by hand, which may be out of order. */
export const offerByHandSchema = z.object({
  id: idSchema,
  time: timeSlotLabelSchema(WAITING_MESSAGES.when),
  reason,
});
