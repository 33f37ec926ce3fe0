/** A valid input for each call that takes a date, for tests that replace it with an invalid one. */
import { BOOKED_FOR, LOAD, ORDER, SPILL, WALK_UP } from './actors';
import { TODAY, TOMORROW } from './app';
import type { AppProcess } from './app-process';
import { hoursInput } from './hours';

type By = keyof AppProcess['cookies'];
export type DateCall = { by: By; input: (ids: AppProcess['ids']) => object };

const key = () => crypto.randomUUID();
const call = (by: By, input: DateCall['input']): DateCall => ({ by, input });
const { time } = ORDER;
const PLAN = { planType: 'weekly', deliveryDay: 'Friday', fuelType: 'Regular', gallons: 20 };
const range = { from: TODAY, to: TOMORROW };
const completion = { actualGallons: 20, completedAt: '2026-06-13T14:30:00Z' };
const press = { pressedAt: '2026-06-13T14:30:00Z', shownDate: TODAY };

const DISCOUNT_DATES = { startsOn: '2026-06-01', endsOn: '2026-06-30' };

/** Keyed by the procedure's name. */
export const DATE_PROCEDURES: Record<string, DateCall> = {
  'booking.create': call('visitor', () => ({ ...ORDER, customerPhone: '2695550100' })),
  'waiting.join': call('visitor', () => ({
    ...ORDER,
    customerPhone: '2695550100',
    customerEmail: 'waits@lake.example',
  })),
  'admin.waiting': call('boss', () => ({ date: TODAY })),
  'admin.offerWaiting': call('boss', () => ({ id: key(), time, reason: 'They called first.' })),
  'booking.modify': call('sam', ({ pending: id }) => ({ ...ORDER, id })),
  'booking.patch': call('sam', ({ pending: id }) => ({ id, date: TOMORROW, time })),
  'account.addRecurring': call('sam', () => ({ ...PLAN, endDate: '2026-12-31' })),
  'account.editRecurring': call('sam', () => ({ ...PLAN, id: key(), endDate: '2026-12-31' })),
  'account.skipRecurring': call('sam', () => ({ id: key(), date: TOMORROW })),
  'slots.open': call('visitor', () => ({ date: TOMORROW })),
  'admin.activity': call('boss', () => ({ filter: range })),
  'admin.proposeMoves': call('boss', () => ({ date: TODAY })),
  'admin.beginBulkChange': call('boss', ({ pending: id }) => ({
    requestId: key(),
    kind: 'move',
    parts: [{ id, version: 1, date: TOMORROW, time }],
    closeDate: '2026-06-20',
  })),
  'admin.calendar': call('boss', () => ({ date: TODAY })),
  'admin.switchTimeSlot': call('boss', () => ({ date: '2026-06-21', time, isAvailable: true })),
  'admin.setTimeSlotCapacity': call('boss', () => ({ date: '2026-06-21', time, capacity: 9 })),
  'admin.changeHours': call('boss', () =>
    hoursInput({
      closedDays: [{ date: '2026-11-26', reason: 'Thanksgiving' }],
      seasonFirst: '2026-05-01',
      seasonLast: '2026-10-31',
    }),
  ),
  'admin.changePrices': call('boss', () => ({
    ...{ smallBag: 5.5, date: '2026-06-20', time: '06:00', readEntry: 0 },
  })),
  'admin.addDiscount': call('boss', () => ({
    ...{ code: 'SUMMER10', on: 'fuel', percent: 10, ...DISCOUNT_DATES },
  })),
  'admin.editDiscount': call('boss', () => ({
    ...{ code: 'SUMMER10', on: 'fuel', percent: 10, ...DISCOUNT_DATES },
  })),
  'admin.changeTaxes': call('boss', () => ({
    ...{ startsOn: '2026-06-20', rates: { ice: { kind: 'percent', amount: '6' } }, readEntry: 0 },
  })),
  'admin.blockDays': call('boss', () => ({ from: '2026-06-22', to: '2026-06-23' })),
  'admin.openDays': call('boss', () => ({ from: '2026-06-22', to: '2026-06-23' })),
  'admin.day': call('boss', () => ({ date: TODAY })),
  'admin.watchDay': call('boss', () => ({ date: TODAY })),
  'admin.dispatch': call('boss', () => ({ date: TODAY })),
  'admin.waitingMoney': call('boss', () => range),
  'admin.recordDelivery': call('boss', ({ cancelled: id }) => ({
    id,
    reason: 'It was delivered.',
    ...completion,
  })),
  'admin.retireDriver': call('boss', ({ otherDriverId: id, driverId }) => ({
    id,
    work: [{ date: TODAY, driverId }],
  })),
  'admin.report': call('boss', () => ({ by: 'week', ...range })),
  'admin.reportGroups': call('boss', () => range),
  'admin.month': call('boss', () => ({ month: '2026-06-01' })),
  'admin.closingDay': call('boss', () => ({ date: TODAY })),
  'admin.countTruck': call('boss', () => ({
    ...{ date: TODAY, key: 'driver:1', loaded: LOAD, counted: LOAD, reason: '', version: 0 },
  })),
  'admin.signOffCash': call('boss', () => ({
    ...{ date: TODAY, driverId: 1, handedIn: '10', reason: '', version: 0 },
  })),
  'admin.closeDay': call('boss', () => ({ date: TODAY, seen: 'figures' })),
  'admin.closeMonth': call('boss', () => ({ month: '2026-06-01' })),
  'admin.appointments': call('boss', () => ({ status: 'pending', date: TODAY })),
  'admin.allAppointments': call('boss', () => ({ date: TODAY })),
  'admin.bookForCustomer': call('boss', () => ({ ...BOOKED_FOR, id: key() })),
  'admin.complete': call('boss', ({ scheduled: id }) => ({ id, ...completion })),
  'admin.reschedule': call('boss', ({ pending: id }) => ({ id, date: TOMORROW, time })),
  'admin.patch': call('boss', ({ pending: id }) => ({ id, date: TOMORROW, time })),
  'driver.deliveries': call('dana', () => ({ date: TODAY })),
  'driver.patch': call('dana', ({ scheduled: id }) => ({
    id,
    status: 'completed',
    ...completion,
  })),
  'driver.walkUp': call('dana', () => ({ ...WALK_UP, id: key(), ...press })),
  'driver.enRoute': call('dana', ({ scheduled: id }) => ({ id, ...press })),
  'driver.complete': call('dana', ({ scheduled: id }) => ({
    id,
    ...completion,
    actionKey: key(),
    shownDate: TODAY,
  })),
  'driver.handOver': call('dana', ({ scheduled: id }) => ({
    id,
    kind: 'complete',
    text: 'complete',
    refusal: 'No answer',
    actionKey: key(),
    pressedAt: press.pressedAt,
  })),
  'driver.seeChange': call('dana', ({ scheduled: id }) => ({
    id,
    changeId: 1,
    pressedAt: press.pressedAt,
  })),
  'driver.notDelivered': call('dana', ({ scheduled: id }) => ({
    id,
    reason: 'unsafe',
    actionKey: key(),
    ...press,
  })),
  'driver.reportIssue': call('dana', () => ({
    text: 'The pump leaks',
    actionKey: key(),
    pressedAt: press.pressedAt,
  })),
  'driver.reportSpill': call('dana', () => ({
    ...SPILL,
    actionKey: key(),
    pressedAt: press.pressedAt,
  })),
  'driver.setTruck': call('dana', ({ truckId }) => ({ date: TODAY, truckId })),
  'driver.setLoad': call('dana', () => ({ ...LOAD, date: TODAY })),
  'driver.setRouteOrder': call('dana', () => ({ date: TODAY, stopIds: null })),
};

/** Keyed by method and path. The fields of path, query, and body are combined by name. */
export const DATE_OPERATIONS: Record<string, DateCall> = {
  'GET /api/time-slots/{date}': call('visitor', () => ({ date: TOMORROW })),
  'POST /api/appointments': call('visitor', () => ({ ...ORDER, customerPhone: '2695550100' })),
  'PATCH /api/appointments/{id}': call('sam', ({ pending: id }) => ({ id, date: TOMORROW, time })),
  'PATCH /api/appointments/{id} as admin': call('boss', ({ pending: id }) => ({
    id,
    date: TOMORROW,
    time,
  })),
  'PATCH /api/appointments/{id} as driver': call('dana', ({ scheduled: id }) => ({
    id,
    status: 'completed',
    ...completion,
  })),
  'GET /api/appointments/date/{date}': call('dana', () => ({ date: TODAY })),
  'POST /api/appointments/{id}/complete': call('dana', ({ scheduled: id }) => ({
    id,
    ...completion,
    shownDate: TODAY,
  })),
  'GET /api/admin/appointments': call('boss', () => ({ date: TODAY })),
  'GET /api/admin/availability/{date}': call('boss', () => ({ date: TODAY })),
  'PATCH /api/admin/availability': call('boss', () => ({
    date: '2026-06-21',
    timeSlot: time,
    isAvailable: true,
  })),
  'GET /api/admin/export/appointments.csv': call('boss', () => ({ date: TODAY })),
  'GET /api/admin/export/report.csv': call('boss', () => ({ by: 'week', ...range })),
  'GET /api/admin/export/journal.csv': call('boss', () => ({ program: 'xero', ...range })),
  'GET /api/admin/export/tickets.csv': call('boss', () => range),
  'GET /api/admin/export/sales.csv': call('boss', () => range),
  'GET /api/admin/export/ledger.csv': call('boss', () => range),
  'GET /api/admin/export/activity.csv': call('boss', () => range),
};
