import {
  appointmentForOwner,
  appointmentForStaff,
  customerRecord,
  pricesAnswer,
  supportAnswer,
} from './shapes';
import type { RestRow } from './table';

/** Staff paths. `as never` is explained beside the table. */
export const STAFF_ROWS: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/auth/emergency-admin',
    call: (caller, { body }) => caller.auth.emergencyLogin(body as never),
  },
  {
    method: 'POST',
    path: '/api/admin/change-password',
    call: (caller, { body }) => caller.admin.changePassword(body as never),
  },
  {
    method: 'GET',
    path: '/api/admin/availability/{date}',
    call: async (caller, { params }) => {
      const { date, windows } = await caller.admin.calendar({ date: params.date });
      return {
        date,
        slots: windows.map(({ label, state, capacity, occupied }) => ({
          timeSlot: label,
          state,
          isAvailable: state === 'Available',
          isBooked: state === 'Booked',
          maxBookings: capacity,
          currentBookings: occupied,
        })),
      };
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/availability',
    call: async (caller, { body }) => {
      const { date, timeSlot, isAvailable } = body;
      const window = await caller.admin.switchWindow({
        date,
        time: timeSlot,
        isAvailable,
      } as never);
      return { date: window.date, timeSlot: window.label, state: window.state };
    },
  },
  {
    method: 'POST',
    path: '/api/admin/bulk-block-availability',
    call: (caller, { body }) => caller.admin.blockMonths(body as never),
  },
  {
    method: 'GET',
    path: '/api/admin/appointments',
    call: async (caller, { query }) => {
      const asked = Object.fromEntries(query);
      const page = asked.page === undefined ? undefined : Number(asked.page);
      const { appointments } = await caller.admin.allAppointments({ ...asked, page } as never);
      return appointments.map(appointmentForStaff);
    },
  },
  {
    method: 'PATCH',
    path: '/api/admin/appointments/{id}/update-details',
    call: async (caller, { body, params }) =>
      appointmentForStaff(await caller.admin.editDetails({ ...body, id: params.id } as never)),
  },
  {
    method: 'GET',
    path: '/api/appointments/date/{date}',
    call: async (caller, { params }) =>
      (await caller.driver.deliveries({ date: params.date })).map(appointmentForOwner),
  },
  {
    method: 'GET',
    path: '/api/admin/customers',
    call: async (caller) => {
      const records: ReturnType<typeof customerRecord>[] = [];
      let after: string | null = null;
      do {
        const stretch: Awaited<ReturnType<typeof caller.admin.exportCustomers>> =
          await caller.admin.exportCustomers({ after });
        records.push(...stretch.customers.map(customerRecord));
        after = stretch.next;
      } while (after !== null);
      return records;
    },
  },
  {
    method: 'POST',
    path: '/api/admin/manual-fuel-prices',
    call: async (caller, { body }) => pricesAnswer(await caller.admin.setFuelPrices(body as never)),
  },
  {
    method: 'GET',
    path: '/api/drivers/{id}',
    call: (caller, { params }) => caller.driver.info({ id: Number(params.id) }),
  },
  {
    method: 'PUT',
    path: '/api/support',
    call: async (caller, { body }) => supportAnswer(await caller.admin.saveSupport(body as never)),
  },
];
