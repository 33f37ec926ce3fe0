/** Tests the staff's day: one line for each delivery of a date, and the spots around it. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cents, gallonTenths } from '@/domain/money';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

/** The line of a window that nobody waits for. */
const NOBODY = { waiting: 0, offered: 0 };
let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
});
afterEach(() => app.close());

const HARBOR = { latitude: 41.98, longitude: -86.11 };
const LAST = '2:00 PM - 4:00 PM';

test("a line shows who, where, what, the driver, and the payment, in the day's order", async () => {
  const sam = await customer(app, { boatName: 'Second Wind' });
  const { driverId } = await driver(app);
  const late = await book(sam, { time: LAST });
  const early = await book(sam);
  await readyToDeliver(staff, early, driverId);
  const cancelled = await book(sam);
  await sam.trpc.booking.cancel.mutate({ id: cancelled });
  // A hold takes a spot, but isn't a delivery yet.
  await sam.trpc.booking.create.mutate({ ...ORDER, time: LAST });

  const { lines, timeSlots, date } = await staff.trpc.admin.day.query({ date: TOMORROW });
  expect(date).toBe(TOMORROW);
  expect(lines.map(({ id }) => id)).toEqual([early, late]);
  expect(lines[0]).toMatchObject({
    status: 'scheduled',
    slotIndex: 0,
    customerName: 'Sam Waters',
    customerPhone: '(269) 555-0117',
    location: 'Maple Island Marina',
    slipNumber: 'Slip 12',
    gallonsTenths: gallonTenths(200),
    smallIceBags: 2,
    largeIceBags: 1,
    driverId,
    paymentBadge: 'Unpaid',
    paymentChip: 'Card on file',
  });
  expect(timeSlots).toEqual([
    { slotIndex: 0, held: 0, occupied: 1, open: 19, all: 20, closedBy: [], line: NOBODY },
    { slotIndex: 1, held: 0, occupied: 0, open: 20, all: 20, closedBy: [], line: NOBODY },
    { slotIndex: 2, held: 1, occupied: 2, open: 18, all: 20, closedBy: [], line: NOBODY },
  ]);
});

test("a line shows the boat, the dock's gate, and the customer's directions", async () => {
  const sam = await customer(app);
  const [boat] = await sam.trpc.account.addBoat.mutate({ name: 'Second Wind', fuelCapacity: 40 });
  const dock = { label: 'Eagle Point', gateCode: '4711', note: 'Second pier', position: HARBOR };
  const [kept] = await sam.trpc.account.addDock.mutate(dock);
  const order = { boatId: boat?.id, dockId: kept?.id, fillUp: true, location: 'Eagle Point' };
  const id = await book(sam, order as never);
  const { lines } = await staff.trpc.admin.day.query({ date: TOMORROW });
  expect(lines[0]).toMatchObject({
    boatName: 'Second Wind',
    gateCode: '4711',
    dockNote: 'Second pier',
    fillUp: true,
    gallonsTenths: gallonTenths(400),
  });
  const { positions } = await staff.trpc.admin.dispatch.query({ date: TOMORROW });
  expect(positions).toEqual([{ id, ...HARBOR }]);
});

test('a completed line counts the delivered amounts', async () => {
  const sam = await customer(app);
  const { driverId } = await driver(app);
  const id = await book(sam);
  await readyToDeliver(staff, id, driverId);
  await staff.trpc.admin.complete.mutate({
    ...{ id, actualGallons: 18.4, smallIceBags: 1, confirmedTotal: 117.44 },
  });
  const { lines } = await staff.trpc.admin.day.query({ date: TOMORROW });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    status: 'completed',
    gallonsTenths: gallonTenths(184),
    smallIceBags: 1,
    totalPriceCents: cents(184 * 41 + 500 + 700 + 3_000),
    paymentBadge: 'Paid',
  });
});

test("the strip has the booking window, and the selected date if it's outside", async () => {
  const sam = await customer(app);
  await book(sam);
  await staff.trpc.admin.blockDays.mutate({ from: '2026-06-15' });
  const { strip, today } = await staff.trpc.admin.day.query({});
  expect(today).toBe(TODAY);
  expect(strip).toHaveLength(14);
  expect(strip[1]).toEqual({
    date: TOMORROW,
    occupied: 1,
    open: 59,
    all: 60,
    closedBy: [],
  });
  expect(strip[2]).toEqual({
    ...{ date: '2026-06-15', occupied: 0, open: 0, all: 0 },
    closedBy: ['blocked'],
  });

  const past = await staff.trpc.admin.day.query({ date: '2026-05-01' });
  expect(past.strip).toHaveLength(15);
  expect(past.strip[0]).toEqual({
    ...{ date: '2026-05-01', occupied: 0, open: 0, all: 0 },
    closedBy: ['past'],
  });
  expect(past.lines).toEqual([]);

  // A day after the booking window counts as in the future, not as past.
  const ahead = await staff.trpc.admin.day.query({ date: '2026-08-01' });
  expect(ahead.strip.at(-1)).toEqual({
    ...{ date: '2026-08-01', occupied: 0, open: 60, all: 60, closedBy: [] },
  });
});

test('the list has recent completed appointments unless older ones are requested', async () => {
  const sam = await customer(app);
  const { driverId } = await driver(app);
  const id = await book(sam);
  await readyToDeliver(staff, id, driverId);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const listed = async (recent: boolean) =>
    (await staff.trpc.admin.appointments.query({ status: 'completed', recent })).total;
  app.clock.set(Date.parse('2026-06-20T12:00:00Z'));
  expect(await listed(true)).toBe(1);
  app.clock.set(Date.parse('2026-06-21T12:00:00Z'));
  expect(await listed(true)).toBe(0);
  expect(await listed(false)).toBe(1);
});
