import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { CUSTOMER_STATUSES } from '@/domain/account/customers';
import { DRIVER_STATUSES } from '@/domain/driver/status';
import { REFUND_STATES } from '@/domain/payment/refund';
import { STAFF_TIME_SLOT_STATES } from '@/domain/slots/time-slots';
import type { AppRouter } from '@/server/trpc';
import {
  count,
  date,
  described,
  dollars,
  inDollars,
  instant,
  isoInstant,
  named,
  orNull,
  personal,
  text,
  timeSlot,
} from '../described.schema';

type Outputs = inferRouterOutputs<AppRouter>;

const timeSlotState = named('TimeSlotState', z.enum(STAFF_TIME_SLOT_STATES));

/** The time windows of a date as staff see them. */
export const availability = named(
  'Availability',
  z.object({
    date,
    slots: z.array(
      named(
        'StaffTimeSlot',
        z.object({
          timeSlot,
          state: timeSlotState,
          isAvailable: z.boolean(),
          isBooked: z.boolean(),
          maxBookings: count,
          currentBookings: count,
        }),
      ),
    ),
  }),
);

/** Converts a date's time windows, with their state and spots. */
export function toAvailability({ date, timeSlots }: Outputs['admin']['calendar']) {
  return {
    date,
    slots: timeSlots.map(({ label, state, capacity, occupied }) => ({
      timeSlot: label,
      state,
      isAvailable: state === 'Available',
      isBooked: state === 'Booked',
      maxBookings: capacity,
      currentBookings: occupied,
    })),
  };
}

export const switchedTimeSlot = named(
  'SwitchedTimeSlot',
  z.object({ date, timeSlot, state: timeSlotState }),
);

/** How many windows the call blocked. Those already blocked don't count. */
export const bulkBlock = named(
  'BulkBlock',
  z.object({ blockedCount: count, message: z.string(), batchId: text }),
);

/** A customer with totals. */
export const customerRecord = named(
  'CustomerRecord',
  z.object({
    id: z.string(),
    username: z.string(),
    fullName: text,
    email: text,
    phone: text,
    status: z.enum(CUSTOMER_STATUSES),
    totalAppointments: count,
    totalOrders: described(count, 'The number of appointments that weren’t cancelled.'),
    totalSpent: dollars,
    lastServiceDate: z.nullable(date),
    lastOrderDate: z.nullable(isoInstant),
  }),
);

type CustomerRecord = Outputs['admin']['exportCustomers']['customers'][number];

/** Converts a customer's total to dollars and the last order to an ISO date. */
export function toCustomerRecord({ totalSpentCents, lastOrderAt, ...same }: CustomerRecord) {
  return {
    ...same,
    totalSpent: inDollars(totalSpentCents),
    lastOrderDate: orNull(lastOrderAt, (at) => new Date(at).toISOString()),
  };
}

/** A driver, active or inactive. */
export const driver = named(
  'Driver',
  z.object({
    id: z.int(),
    name: personal(z.string()),
    vehicleInfo: personal(text),
    status: z.enum(DRIVER_STATUSES),
  }),
);

/** A refund and its current state. */
export const refund = named(
  'Refund',
  z.object({ id: z.string(), amount: dollars, state: z.enum(REFUND_STATES), createdAt: instant }),
);

/** Converts a refund's amount to dollars. */
export function toRefund({ id, amountCents, state, createdAt }: Outputs['admin']['refund']) {
  return { id, amount: inDollars(amountCents), state, createdAt };
}
