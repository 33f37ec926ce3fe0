import * as z from 'zod/mini';
import { driverAccountIdSchema } from '@/domain/account/drivers';
import { dockCompletionFields } from '@/domain/driver/driver.schema';
import { toAppointment } from '../answers/appointments';
import { completion, delivery, toCompletion } from '../answers/deliveries';
import { driver } from '../answers/staff';
import { operation } from '../operation';
import { asSent, dateParams, idParams, numberInText } from '../sent';

/** A day's deliveries, and completing them. */
export const deliveryOperations = [
  operation({
    method: 'GET',
    path: '/api/appointments/today',
    id: 'listAppointmentsOfToday',
    tag: 'Drivers',
    summary: "List today's deliveries",
    notes: 'Drivers get only their own deliveries. Leaves out cancelled ones.',
    procedures: ['driver.deliveries'],
    answer: z.array(delivery),
    call: async (caller) => (await caller.driver.deliveries({})).map(toAppointment),
  }),
  operation({
    method: 'GET',
    path: '/api/appointments/date/{date}',
    id: 'listAppointmentsOfDate',
    tag: 'Drivers',
    summary: 'List the deliveries for a date',
    notes: 'Drivers get only their own deliveries. Leaves out cancelled ones.',
    procedures: ['driver.deliveries'],
    params: dateParams,
    answer: z.array(delivery),
    call: async (caller, { params }) => (await caller.driver.deliveries(params)).map(toAppointment),
  }),
  operation({
    method: 'POST',
    path: '/api/appointments/{id}/complete',
    id: 'completeAppointment',
    tag: 'Drivers',
    summary: 'Complete a delivery and charge its card',
    notes: 'Repeating the call returns the first result.',
    procedures: ['driver.complete'],
    errors: [404, 409],
    params: idParams,
    body: asSent(z.object(dockCompletionFields)),
    answer: completion,
    call: async (caller, { params, body }) =>
      toCompletion(await caller.driver.complete({ ...body, ...params })),
  }),
  operation({
    method: 'GET',
    path: '/api/drivers/{id}',
    id: 'getDriver',
    tag: 'Drivers',
    summary: 'Get a driver',
    notes: 'Drivers get only their own record.',
    procedures: ['driver.info'],
    errors: [404],
    params: z.object({ id: numberInText(driverAccountIdSchema.shape.id) }),
    answer: driver,
    call: (caller, { params }) => caller.driver.info(params),
  }),
];
