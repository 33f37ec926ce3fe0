/**
 * `bun run bench:season` measures every list at the server after a long season, with 50,000 appointments
 * and 5,000 customers in a database file. Each call is a request through the whole server, one after the
 * other. It prints milliseconds. The limit applies to the CPU time, because calls also wait for other
 * programs on a busy machine. On an idle machine, the two are the same.
 */
import { availableParallelism, loadavg } from 'node:os';
import { admin, customer } from '../tests/support/actors';
import { startTestApp, TODAY } from '../tests/support/app';
import { fillSeason } from '../tests/support/season';

const APPOINTMENTS = 50_000;
const CUSTOMERS = 5_000;
const LIMIT_MS = 50;
const TIMES = 40;

const app = await startTestApp();
await fillSeason(app.deps.db, {
  today: TODAY,
  now: app.clock.now(),
  appointments: APPOINTMENTS,
  customers: CUSTOMERS,
});
const staff = await admin(app);
const sam = await customer(app);

const section = (status: 'pending' | 'confirmed' | 'scheduled' | 'completed', over = {}) =>
  staff.trpc.admin.appointments.query({ status, ...over });
const customers = (over: Parameters<typeof staff.trpc.admin.customers.query>[0]) =>
  staff.trpc.admin.customers.query(over);
const search = (text: string) => staff.trpc.admin.search.query({ text });
const year = { from: '2025-07-01', to: TODAY };

const CALLS: Record<string, () => Promise<unknown>> = {
  'section pending': () => section('pending'),
  'section confirmed': () => section('confirmed'),
  'section scheduled': () => section('scheduled'),
  'section completed': () => section('completed'),
  'completed section, recent days': () => section('completed', { recent: true }),
  'completed section, page 1,000': () => section('completed', { page: 1_000 }),
  'completed section, search with many hits': () => section('completed', { search: 'marina' }),
  'completed section, search by name': () => section('completed', { search: 'Robin Harbor' }),
  'completed section, search by code': () => section('completed', { search: 'S-000A3F' }),
  'completed section, search without hits': () => section('completed', { search: 'nobody' }),
  'completed section, one date': () => section('completed', { date: '2026-05-30' }),
  'all appointments, 100 per page': () => staff.trpc.admin.allAppointments.query({}),
  'the money that waits': () => staff.trpc.admin.waitingMoney.query({}),
  'global search, by name': () => search('Robin Harbor'),
  'global search, by phone': () => search('(269) 555-0123'),
  'global search, by code': () => search('S-000A3F'),
  'global search, by dock and slip': () => search('maple slip 12'),
  'global search, with many hits': () => search('marina'),
  'global search, by one letter': () => search('7'),
  'global search, without hits': () => search('nobody'),
  'customers by name': () => customers({}),
  'customers by name, page 200': () => customers({ page: 200 }),
  'customers by contact': () => customers({ sort: 'contact' }),
  'customers by orders': () => customers({ sort: 'orders', descending: true }),
  'customers by money spent': () => customers({ sort: 'spent', descending: true }),
  'customers by last order': () => customers({ sort: 'lastOrder', descending: true }),
  'customers by status': () => customers({ sort: 'status' }),
  'customers, search': () => customers({ search: 'harbor' }),
  'customers, search, sorted by money spent': () => customers({ search: 'lake', sort: 'spent' }),
  'a customer': () => staff.trpc.admin.customer.query({ id: 'season-7' }),
  'a customer’s orders': () => staff.trpc.admin.customerOrders.query({ id: 'season-7' }),
  'an appointment with its history': () => staff.trpc.admin.appointment.query({ id: 'apt-000011' }),
  'a report for a year, by day': () => staff.trpc.admin.report.query({ ...year, by: 'day' }),
  'a report for a year, by month': () => staff.trpc.admin.report.query({ ...year, by: 'month' }),
  'a report for the last 30 days': () => staff.trpc.admin.report.query({}),
  'the Day view': () => staff.trpc.admin.day.query({ date: TODAY }),
  'the Dispatch view': () => staff.trpc.admin.dispatch.query({ date: TODAY }),
  'the calendar for a date': () => staff.trpc.admin.calendar.query({ date: TODAY }),
  'prices over time': () => staff.trpc.admin.priceHistory.query({}),
  'a driver’s day': () => staff.trpc.driver.day.query({ driverId: 1 }),
  'deliveries for a date': () => staff.trpc.driver.deliveries.query({ date: TODAY }),
  'a customer’s bookings': () => sam.trpc.booking.list.query(),
  'the booking window': () => sam.trpc.slots.window.query(),
};

const [load = 0] = loadavg();
console.log(
  `${APPOINTMENTS.toLocaleString('en-US')} appointments, ${CUSTOMERS.toLocaleString('en-US')} customers, ${TIMES} times each; ${availableParallelism()} cores, load ${load.toFixed(1)}\n`,
);
const width = Math.max(...Object.keys(CALLS).map((name) => name.length)) + 2;
console.log(
  `  ${'call'.padEnd(width)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'cpu ms'.padStart(9)}`,
);
let slow = 0;
for (const [name, call] of Object.entries(CALLS)) {
  for (let turn = 0; turn < 5; turn += 1) await call();
  const taken: number[] = [];
  const worked: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    await call();
    const { user, system } = process.cpuUsage(before);
    taken.push(performance.now() - begun);
    worked.push((user + system) / 1_000);
  }
  const [p50, p99, cpu] = [at(taken, 0.5), at(taken, 0.99), at(worked, 0.5)];
  if (cpu > LIMIT_MS) slow += 1;
  const figures = [p50, p99, cpu].map((figure) => figure.toFixed(1).padStart(9)).join('');
  console.log(`  ${name.padEnd(width)}${figures}${cpu > LIMIT_MS ? '  too slow' : ''}`);
}
await app.close();
if (slow > 0) console.error(`\n${slow} calls took more than ${LIMIT_MS} ms of CPU time.`);
process.exit(slow > 0 ? 1 : 0);

/** Returns the value at this position of the sorted values, given as a share from 0 to 1. */
function at(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
