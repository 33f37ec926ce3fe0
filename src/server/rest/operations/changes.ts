import * as z from 'zod/mini';
import { ownerPatchFields } from '@/domain/appointment/owner-patch.schema';
import { driverPatchFields, staffPatchFields } from '@/domain/appointment/staff-patch.schema';
import { appointmentDetails, toAppointment, toDetails } from '../answers/appointments';
import { delivery } from '../answers/deliveries';
import { staffAppointment, toStaffAppointment } from '../answers/staff-appointments';
import { named, shownAs } from '../described.schema';
import { operation, type Schema } from '../operation';
import { asSent, eachAsSent, idParams } from '../sent';

const change = {
  method: 'PATCH',
  path: '/api/appointments/{id}',
  tag: 'Booking',
  errors: [404, 409],
  params: idParams,
  takesVersion: true,
} as const;

type Fields = Readonly<Record<string, Schema>>;

/**
 * The fields that a role may change. Unknown fields also reach the procedure, so that its refusal can
 * name them. The document shows only the accepted ones.
 */
function changeBody<F extends Fields>(id: string, fields: F) {
  return shownAs(z.looseObject(fields), named(id, z.strictObject(fields)));
}

/** Changes to an appointment. Each role has its own fields. */
export const changeOperations = [
  operation({
    ...change,
    id: 'changeAppointmentAsAdmin',
    role: 'admin',
    summary: 'Change the status, the time window, or the order',
    procedures: ['admin.patch'],
    body: asSent(changeBody('ChangeByAdmin', staffPatchFields)),
    answer: staffAppointment,
    call: async (caller, { params, body, version }) =>
      toStaffAppointment(await caller.admin.patch({ ...body, ...params, ...version })),
  }),
  operation({
    ...change,
    id: 'changeAppointmentAsDriver',
    role: 'driver',
    summary: 'Start a delivery, or complete it',
    procedures: ['driver.patch'],
    body: asSent(changeBody('ChangeByDriver', driverPatchFields)),
    answer: delivery,
    call: async (caller, { params, body, version }) =>
      toAppointment(await caller.driver.patch({ ...body, ...params, ...version })),
  }),
  operation({
    ...change,
    id: 'changeAppointment',
    summary: 'Change an appointment',
    notes:
      'Customers and guests can change their order or cancel it. Drivers and admins send other fields.',
    procedures: ['booking.patch'],
    body: changeBody('ChangeByOwner', eachAsSent(ownerPatchFields)),
    answer: appointmentDetails,
    call: async (caller, { params, body, version }) =>
      toDetails(await caller.booking.patch({ ...body, ...params, ...version })),
  }),
];
