/** No answer to a driver has a card's brand, digits, or expiry. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  [sam, staff, dana] = [await customer(app), await admin(app), await driver(app)];
});
afterAll(() => app.close());

async function ready(): Promise<string> {
  const id = await book(sam, { date: TODAY });
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}

test("no answer to a driver has a card's brand, digits, or expiry", async () => {
  const { driver: calls } = dana.visitor.trpc;
  const [first, second, third] = [await ready(), await ready(), await ready()];
  const rest = (method: string, path: string, body?: object) =>
    dana.visitor.rest(method, path, body as never).then((answer) => answer.body);
  const answers = [
    await calls.enRoute.mutate({ id: first }),
    await calls.day.query({}),
    await calls.deliveries.query({}),
    await rest('GET', '/api/appointments/today'),
    await rest('GET', `/api/appointments/date/${TODAY}`),
    await calls.complete.mutate({ id: first, actualGallons: 18 }),
    await calls.patch.mutate({ id: second, status: 'en_route' }),
    await rest('PATCH', `/api/appointments/${third}`, { status: 'en_route' }),
    await calls.deliveries.query({}),
    await calls.day.query({}),
  ];
  for (const answer of answers)
    expect(JSON.stringify(answer)).not.toMatch(/4242|visa|"cardExp\w+":\d/i);
  const [forStaff] = await staff.trpc.driver.deliveries.query({ date: TODAY });
  expect(forStaff).toMatchObject({ cardBrand: 'visa', cardLast4: '4242', cardExpYear: 2040 });
});

test("a receipt has the payment date in the business's time zone", async () => {
  const id = await ready();
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 18 });
  const { appointment } = await staff.trpc.admin.appointment.query({ id });
  const seen = await sam.trpc.booking.get.query({ id });
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: app.deps.settings.timeZone });
  expect(seen.paidOn).toBe(zone.format(appointment.paidAt ?? 0));
});
