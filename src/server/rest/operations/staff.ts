import * as z from 'zod/mini';
import { allAppointmentsSchema } from '@/domain/appointment/appointment.schema';
import { detailsFormFields } from '@/domain/appointment/edit.schema';
import { refundBody } from '@/domain/payment/refund';
import { shownTotal } from '@/domain/pricing/shown-total';
import { bulkBlockSchema, timeSlotSwitchSchema } from '@/domain/slots/calendar.schema';
import {
  availability,
  bulkBlock,
  customerRecord,
  refund,
  switchedTimeSlot,
  toAvailability,
  toCustomerRecord,
  toRefund,
} from '../answers/staff';
import { staffAppointment, toStaffAppointment } from '../answers/staff-appointments';
import { operation } from '../operation';
import { asSent, dateParams, idParams, numberInText } from '../sent';

const { status, search, page } = allAppointmentsSchema.shape;

const timeSlotBody = z.object({
  date: timeSlotSwitchSchema.shape.date,
  timeSlot: timeSlotSwitchSchema.shape.time,
  isAvailable: timeSlotSwitchSchema.shape.isAvailable,
});

/** Admins' work through the API: appointments, customers, and the calendar. */
export const staffOperations = [
  operation({
    method: 'GET',
    path: '/api/admin/appointments',
    id: 'listAllAppointments',
    tag: 'Staff',
    summary: 'List appointments, latest first, 100 per page',
    findsPeopleBy: ['search'],
    procedures: ['admin.allAppointments'],
    query: z.object({
      status,
      search,
      date: z.optional(dateParams.shape.date),
      page: z.optional(numberInText(page.def.innerType)),
    }),
    answer: z.array(staffAppointment),
    call: async (caller, { query }) =>
      (await caller.admin.allAppointments(query)).appointments.map(toStaffAppointment),
  }),
  operation({
    method: 'PATCH',
    path: '/api/admin/appointments/{id}/update-details',
    id: 'correctAppointment',
    tag: 'Staff',
    summary: 'Change the order, boat, dock, and price of an appointment',
    procedures: ['admin.editDetails'],
    errors: [404, 409],
    params: idParams,
    takesVersion: true,
    body: asSent(z.object({ ...detailsFormFields, expectedTotal: shownTotal })),
    answer: staffAppointment,
    call: async (caller, { params, body, version }) =>
      toStaffAppointment(await caller.admin.editDetails({ ...body, ...params, ...version })),
  }),
  operation({
    method: 'POST',
    path: '/api/admin/appointments/{id}/refund',
    id: 'refundAppointment',
    tag: 'Staff',
    summary: 'Refund an appointment, in full or in part',
    notes: 'Repeating a call with the same requestId returns the same refund.',
    procedures: ['admin.refund'],
    needs: 'refund',
    errors: [402, 404, 409, 503],
    params: idParams,
    body: asSent(z.omit(refundBody, { id: true })),
    answer: refund,
    call: async (caller, { params, body }) =>
      toRefund(await caller.admin.refund({ ...body, ...params })),
  }),
  operation({
    method: 'GET',
    path: '/api/admin/customers',
    id: 'listCustomers',
    tag: 'Staff',
    summary: 'List all customers',
    needs: 'export',
    procedures: ['admin.exportCustomers'],
    answer: z.array(customerRecord),
    call: async (caller) => {
      const records = [];
      let after: string | null = null;
      do {
        const { customers, next } = await caller.admin.exportCustomers({ after });
        records.push(...customers.map(toCustomerRecord));
        after = next;
      } while (after !== null);
      return records;
    },
  }),
  operation({
    method: 'GET',
    path: '/api/admin/availability/{date}',
    id: 'getAvailability',
    tag: 'Staff',
    summary: 'Get the time windows of a date as staff see them',
    procedures: ['admin.calendar'],
    params: dateParams,
    answer: availability,
    call: async (caller, { params }) => toAvailability(await caller.admin.calendar(params)),
  }),
  operation({
    method: 'PATCH',
    path: '/api/admin/availability',
    id: 'switchTimeSlot',
    tag: 'Staff',
    summary: 'Block or open a time window',
    procedures: ['admin.switchTimeSlot'],
    errors: [409],
    body: timeSlotBody,
    answer: switchedTimeSlot,
    call: async (caller, { body: { timeSlot, ...same } }) => {
      const switched = await caller.admin.switchTimeSlot({ ...same, time: timeSlot });
      return { date: switched.date, timeSlot: switched.label, state: switched.state };
    },
  }),
  operation({
    method: 'POST',
    path: '/api/admin/bulk-block-availability',
    id: 'blockMonths',
    tag: 'Staff',
    summary: 'Block all open time windows in the coming months',
    procedures: ['admin.blockMonths'],
    body: bulkBlockSchema,
    answer: bulkBlock,
    call: (caller, { body }) => caller.admin.blockMonths(body),
  }),
];
