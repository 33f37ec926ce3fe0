/** Tests a customer's note for the driver: its author, its readers, and how long they see it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const NOTE = 'Gate 4711-G9, mind the dog';
const HOUR = 3_600_000;

let app: TestApp;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
beforeAll(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

const TODAYS = { date: TODAY, time: '2:00 PM - 4:00 PM', driverNote: NOTE };

describe('a note for the driver', () => {
  test('of a guest is read by staff, and by the driver on that day', async () => {
    const guest = app.visitor();
    const id = await book(guest, { ...TODAYS, customerPhone: '(269) 555-0191' });
    const later = await book(guest, { driverNote: NOTE, customerPhone: '(269) 555-0191' });
    expect(await guest.trpc.booking.get.query({ id })).toMatchObject({ driverNote: NOTE });
    for (const one of [id, later]) await readyToDeliver(staff, one, dana.driverId);
    expect((await staff.trpc.admin.appointment.query({ id })).appointment).toMatchObject({
      driverNote: NOTE,
    });
    const { trpc } = dana.visitor;
    const seen = async () => (await trpc.driver.day.query({})).deliveries;
    expect(await seen()).toMatchObject([{ id, driverNote: NOTE }]);
    const [ahead] = (await dana.visitor.rest('GET', `/api/appointments/date/${ORDER.date}`)).body;
    expect(ahead).toMatchObject({ id: later, driverNote: null });

    // No message repeats it, and neither does the audit log, which every member of staff can
    // read.
    const { rows } = await app.deps.db.client.execute(
      "select 1 from outbox where body like '%4711-G9%'",
    );
    expect(rows).toEqual([]);

    const link = (await staff.trpc.admin.showLink.mutate({ id })).link;
    const browser = app.visitor();
    await browser.trpc.booking.manage.mutate({ token: link.split('/d/')[1] ?? '' });
    expect(await browser.trpc.booking.get.query({ id })).toMatchObject({ driverNote: NOTE });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(JSON.stringify(await trpc.driver.day.query({}))).not.toContain('4711-G9');
    app.clock.advance(2 * HOUR);
    expect(await browser.trpc.booking.get.query({ id })).toMatchObject({ driverNote: null });
  });

  test('can be changed and removed while the delivery can, and the history shows it', async () => {
    const sam = await customer(app);
    const id = await book(sam, { driverNote: '  Ring   the bell ' });
    const patch = (body: object) => sam.rest('PATCH', `/api/appointments/${id}`, body);
    expect((await patch({ driverNote: NOTE })).body).toMatchObject({ driverNote: NOTE });
    // Other changes of the order keep the note.
    expect((await patch({ smallIceBags: 1 })).body).toMatchObject({ driverNote: NOTE });
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(
      history.map(({ before, after }) => [before?.driverNote, after?.driverNote]),
    ).toContainEqual(['Ring the bell', NOTE]);
    expect((await patch({ driverNote: '' })).body).toMatchObject({ driverNote: null });
    expect(await refusal(book(sam, { driverNote: 'x'.repeat(201) }))).toMatchObject({
      status: 400,
      field: 'driverNote',
      message: 'Please use at most 200 characters.',
    });
    await readyToDeliver(staff, id, dana.driverId);
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    expect((await patch({ driverNote: 'late' })).status).toBe(409);
  });

  test('is in nobody else’s view, and optional in the API', async () => {
    const [sam, rita] = [await customer(app), await customer(app)];
    const { driverNote: _, ...older } = { ...ORDER, driverNote: null };
    const made = await sam.rest('POST', '/api/appointments', older);
    expect(made.body).toMatchObject({ driverNote: null });
    await book(sam, { driverNote: 'Only mine 88-X' });
    const others = [
      await rita.trpc.booking.list.query(),
      (await rita.rest('GET', '/api/appointments')).body,
      await app.visitor().trpc.slots.window.query(),
    ];
    expect(JSON.stringify(others)).not.toContain('88-X');
  });
});
