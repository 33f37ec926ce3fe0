/** The appointments file has the rows that pass the screen's filter. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
  sam = await customer(app, { fullName: 'Sam, "the Gull" Waters' });
});
afterAll(() => app.close());

async function linesOf(query = ''): Promise<string[]> {
  const answer = await staff.fetch(`/api/admin/export/appointments.csv${query}`);
  expect(answer.headers.get('content-disposition')).toContain('dockside-appointments.csv');
  return (await answer.text()).trimEnd().split('\r\n');
}
const codeOf = async (id: string) => (await sam.trpc.booking.get.query({ id })).publicCode;

test('an export lists what was booked, delivered, and paid, latest first', async () => {
  const [later, delivered] = [
    await book(sam),
    await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM', location: '=Point' }),
  ];
  await readyToDeliver(staff, delivered);
  await staff.trpc.admin.complete.mutate({ id: delivered, actualGallons: 10 });
  const [head, first, second, ...others] = await linesOf();
  expect(head).toBe(
    'Code,Status,Date,Window,Customer,Phone,Email,Location,Slip,Fuel,Gallons ordered,Gallons delivered,Small ice bags,Large ice bags,Driver,Payment,Ice,Delivery fee,Total,Paid,Refunded,Owed,Booked on,Discount,Discount code,Tax included,Exemption certificate,Ticket,Truck,Meter,Start reading,End reading',
  );
  expect(first).toStartWith(
    `${await codeOf(later)},Pending,${TOMORROW},10:00 AM - 12:00 PM,"Sam, ""the Gull"" Waters",(269) 555-0117,`,
  );
  expect(second).toContain(`Completed,${TODAY}`);
  expect(second).toContain(`,"'=Point",Slip 12,Regular,20,10,2,1,`);
  expect(second).toEndWith(`Paid by card,17.00,30.00,88.00,88.00,0.00,0.00,${TODAY},0.00,,,,,,,,`);
  expect(others).toEqual([]);
});

test('an export is filtered by search, date, and unfinished orders like the screen', async () => {
  await sam.trpc.booking.create.mutate({ ...ORDER, location: 'Heron Landing' });
  expect(await linesOf(`?date=${TODAY}`)).toHaveLength(2);
  expect(await linesOf('?search=point')).toHaveLength(2);
  expect(await linesOf('?search=heron')).toHaveLength(1);
  expect(await linesOf('?search=heron&held=true')).toHaveLength(2);
  expect(await linesOf('?held=true')).toHaveLength(4);
  expect((await staff.fetch('/api/admin/export/appointments.csv?date=soon')).status).toBe(400);
});

test("files for people start with a mark for Excel, and those for programs don't", async () => {
  const firstBytes = async (name: string) => {
    const answer = await staff.fetch(`/api/admin/export/${name}.csv`);
    return Buffer.from(await answer.arrayBuffer()).subarray(0, 3);
  };
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  for (const name of ['appointments', 'customers', 'activity', 'report']) {
    expect(await firstBytes(name)).toEqual(mark);
  }
  expect(await firstBytes('ledger')).not.toEqual(mark);
});
